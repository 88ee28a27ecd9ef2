const markup: [RegExp, string][] = [
  [/\r\n?/g, '\n'],
  [/^[ \t]*(?:```|~~~)[^\n]*$/gm, ''],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]+)\]\([^)]*\)/g, '$1'],
  [/<(https?:\/\/[^>\s]+)>/g, '$1'],
  [/<\/?[a-z][^>\n]*>/gi, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*(?:>[ \t]*)+/gm, ''],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ''],
  [/^[ \t]*[-*+•][ \t]+/gm, ''],
  [/(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1/g, '$2'],
  [/(?<!\w)(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)/g, '$2'],
  [/~~([^~\n]+)~~/g, '$1'],
  [/`+([^`\n]+)`+/g, '$1'],
  [/\p{RGI_Emoji}|\uFE0F/gv, ''],
  [/[ \t]+/g, ' '],
  [/ *\n */g, '\n'],
  [/\n{3,}/g, '\n\n'],
  [/ +([.,!?;:])/g, '$1'],
]

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const isEnd = /[.!?。！？…]["'”’»)\]]*\s*$/u

/**
 * A model's answer as it can be spoken: Markdown, HTML tags and emoji are gone, words stay. `wasCut`: the model reached
 * its token limit; the unfinished sentence at the end is left out, unless there is no other.
 */
export function speakable(text: string, { wasCut = false } = {}): string {
  const plain = markup.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text).trim()
  if (!wasCut || isEnd.test(plain)) return plain
  const whole = [...sentences.segment(plain)].map(({ segment }) => segment)
  const last = whole.findLastIndex((segment) => isEnd.test(segment))
  const kept = whole
    .slice(0, last + 1)
    .join('')
    .trim()
  // A list's number alone has no meaning: better a sentence without its end.
  return /\p{L}{2}/u.test(kept) ? kept : plain
}
