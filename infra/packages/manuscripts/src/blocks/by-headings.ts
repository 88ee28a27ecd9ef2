import type { Draft, DraftSection } from '../reading.ts'
import { sectionsByTypedHeadings } from '../typed/typed-headings.ts'
import type { Block } from './block.ts'
import { sameWords } from './clean.ts'

type Heading = { text: string; level: number }

const isHeading = (block: Block): block is Heading => 'level' in block && block.level !== undefined
const textOf = (block: Block) => ('text' in block ? block.text : '')

/**
 * Sections by the highest level of heading that occurs more than once, and any above it; deeper headings are paragraphs. A heading
 * of level 1 that stands first and has no other beside it is the book's title. A text without headings is read for typed ones (`Chapter 1`).
 */
export function sectionsByHeadings(blocks: Block[], declaredTitle?: string): Draft {
  const levels = blocks.filter(isHeading).map(({ level }) => level)
  if (levels.length === 0) {
    const paragraphs = blocks.map((block) => ({ lines: textOf(block).split('\n') }))
    return { title: declaredTitle, sections: sectionsByTypedHeadings(paragraphs, (lines) => lines.join('\n')) }
  }
  const [first] = blocks
  const isTitled =
    first !== undefined &&
    isHeading(first) &&
    first.level === Math.min(...new Set(levels)) &&
    isOnce(levels, first.level)
  const title = declaredTitle || (isTitled ? textOf(first as Block) : undefined)
  const isSaid = isTitled && title !== undefined && sameWords(title, textOf(first as Block))
  const rest = isSaid ? blocks.slice(1) : blocks
  const chapterLevel = highestRepeated(levels)
  const sections: DraftSection[] = [{ title: '', paragraphs: [] }]
  for (const block of rest) {
    if (isHeading(block) && block.level <= chapterLevel) sections.push({ title: block.text, paragraphs: [] })
    else sections.at(-1)?.paragraphs.push(textOf(block))
  }
  return { title, sections }
}

const isOnce = (levels: number[], level: number) => levels.filter((one) => one === level).length === 1

/** 0 where none occurs twice. */
function highestRepeated(levels: number[]): number {
  const repeated = [...new Set(levels)].filter((level) => !isOnce(levels, level))
  return repeated.length === 0 ? 0 : Math.min(...repeated)
}
