import { workLimits } from '@utter/contracts/http/works/requests'
import { grouped } from '../../../lib/format/counted.ts'
import { charactersOf } from '../../jobs/marks/characters-of.ts'

export interface ReadChapter {
  title: string
  paragraphs: string[]
  /** Without marks. */
  characters: number
}

/** A pasted text in chapters and paragraphs, as the server takes it. */
export interface ReadWork {
  title: string
  chapters: ReadChapter[]
  characters: number
}

const markdownHeading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/
const chapterLine =
  /^\s*(?:chapter|kapitel|chapitre|cap[íi]tulo|capitolo)\s+(?:\d{1,4}|[ivxlc]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b.{0,80}$/i
/** A line of stars or dashes between two scenes has nothing to be spoken. */
const rule = /^\s*([*_-]\s*){3,}$/
/** 'Chapter 3' is below the one title of a text, and above its paragraphs. */
const chapterLevel = 2

type Block = { level: number; text: string } | { level: undefined; text: string }

/**
 * Reads `# …` and `Chapter n` lines as headings, and paragraphs by the empty lines between them. The first heading is the title where no
 * other has its level; the highest level of the others begins chapters, and deeper headings are paragraphs.
 * The title is empty where the text has none: it is the person's to give.
 */
export function readWork(text: string): ReadWork {
  const blocks = blocksOf(text)
  const headings = blocks.filter(({ level }) => level !== undefined)
  const first = headings[0]
  const hasTitle = blocks[0] === first && first?.level === 1 && headings.filter(({ level }) => level === 1).length === 1
  const title = hasTitle ? clipped(first.text) : ''
  const rest = hasTitle ? blocks.slice(1) : blocks
  const level = Math.min(...rest.flatMap((block) => block.level ?? []))
  const parts: { title: string; paragraphs: string[] }[] = []
  for (const block of rest) {
    if (block.level === level) parts.push({ title: clipped(block.text), paragraphs: [] })
    else {
      if (parts.length === 0) parts.push({ title: title || 'Chapter 1', paragraphs: [] })
      parts.at(-1)?.paragraphs.push(...withinLimit(block.text))
    }
  }
  const chapters = parts
    .filter(({ paragraphs }) => paragraphs.length > 0)
    .map((part) => ({ ...part, characters: sumOf(part.paragraphs.map(charactersOf)) }))
  return { title, chapters, characters: sumOf(chapters.map(({ characters }) => characters)) }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const clipped = (title: string) => title.trim().slice(0, workLimits.title).trim()

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = () => {
    const paragraph = lines.join(' ').trim()
    if (paragraph) blocks.push({ level: undefined, text: paragraph })
    lines = []
  }
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of all.entries()) {
    const [, hashes, heading] = markdownHeading.exec(line) ?? []
    const isAlone = lines.length === 0 && !all[index + 1]?.trim()
    if (hashes && heading) {
      end()
      blocks.push({ level: hashes.length, text: heading })
    } else if (isAlone && chapterLine.test(line)) blocks.push({ level: chapterLevel, text: line.trim() })
    else if (line.trim() === '' || rule.test(line)) end()
    else lines.push(line.trim())
  }
  end()
  return blocks
}

/** A paragraph that is too long, cut after the last sentence that fits, else after the last word. */
function withinLimit(paragraph: string): string[] {
  const max = workLimits.paragraph
  const parts: string[] = []
  let rest = paragraph
  while (rest.length > max) {
    const head = rest.slice(0, max)
    const sentence = Math.max(...['. ', '! ', '? ', '… '].map((mark) => head.lastIndexOf(mark) + 1))
    const at = sentence > 0 ? sentence : Math.max(head.lastIndexOf(' '), 0) || max
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest ? [...parts, rest] : parts
}

/** Why the server would not take it, in a sentence each. */
export function faultsOf({ chapters, characters }: ReadWork): string[] {
  const max = workLimits
  const faults: string[] = []
  if (chapters.length === 0) faults.push('There is no text to speak')
  if (chapters.length > max.chapters) faults.push(`A work has at most ${grouped(max.chapters)} chapters`)
  if (characters > max.characters) faults.push(`A work has at most ${grouped(max.characters)} characters`)
  for (const chapter of chapters) {
    const named = `‘${chapter.title}’`
    if (chapter.paragraphs.length > max.paragraphs)
      faults.push(`${named} has more than ${grouped(max.paragraphs)} paragraphs`)
    if (chapter.characters > max.chapterCharacters)
      faults.push(`${named} has more than ${grouped(max.chapterCharacters)} characters: divide it by another heading`)
  }
  return faults
}
