import { segment } from 'sentencex'

/** A longer row of words is cut for the library, whose time grows faster than its text: 2 s for 100,000 characters of `1. `. */
const maxLength = 2_000

/** Ends of a sentence that are none: the library misses these before a figure, and the initials and titles of one letter. */
const abbreviation = /(?<!\p{L})(?:approx|art|ca|cap|cf|ch|fig|figs|n|nr|núm|p|pp|ref|sec|tel|vol)\.\s*$/iu
const title = /(?:^|[\s(])\p{Lu}\.\s*$/u
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text)

/**
 * The sentences of a text, each with the blanks behind it, so that they are the text when joined. A line's end is an end. Initials
 * and abbreviations of the language are none; of a language that nobody knows the ends, they are English.
 */
export const sentencesOf = (text: string, language: string): string[] =>
  (text.match(/[^\n]*\n+|[^\n]+$/g) ?? []).flatMap((line) =>
    chunksOf(line).flatMap((chunk) => (hasWords(chunk) ? joined(segment(codeOf(language), chunk), chunk) : [chunk])),
  )

const codeOf = (language: string) => {
  const [code = ''] = language.toLowerCase().split('-')
  return /^[a-z]{2,3}$/.test(code) ? code : 'en'
}

function chunksOf(line: string): string[] {
  const chunks: string[] = []
  let rest = line
  while (rest.length > maxLength) {
    const window = rest.slice(0, maxLength)
    const blank = Math.max(window.lastIndexOf('. ') + 1, window.lastIndexOf('。') + 1) || window.lastIndexOf(' ')
    const at = blank > 0 ? blank : /[\uD800-\uDBFF]$/.test(window) ? maxLength - 1 : maxLength
    chunks.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...chunks, rest]
}

/** Segments that belong together: a mark within a word (`./x`), a small letter behind an abbreviation. */
function joined(segments: string[], chunk: string): string[] {
  // A segmentation that lost a character would lose what is spoken.
  if (segments.join('') !== chunk) return [chunk]
  const sentences: string[] = []
  for (const segment of segments) {
    const before = sentences.at(-1)
    if (before !== undefined && !isEnd(before, segment)) sentences[sentences.length - 1] = before + segment
    else sentences.push(segment)
  }
  return sentences
}

function isEnd(before: string, behind: string): boolean {
  if (!hasWords(before) || !hasWords(behind)) return false
  if (/[.!?…]$/.test(before) && /^\S/.test(behind)) return false
  if (/^[\p{Ll}\d]/u.test(behind) && abbreviation.test(before)) return false
  if (/\.\s*$/.test(before) && /^\p{Ll}/u.test(behind)) return false
  return !title.test(before)
}
