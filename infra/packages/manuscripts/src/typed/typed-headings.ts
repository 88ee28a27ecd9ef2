import { wordsOnly } from '../blocks/clean.ts'
import type { DraftSection } from '../reading.ts'
import { headingStart, isUnnumbered } from './heading-words.ts'

/** A paragraph as it was typed, by line. */
export type TypedParagraph = { lines: string[] }

const maxTitle = 100
const maxHeading = 160
/** Dots that lead to the number of a page. */
const leaders = /(?:\.{3}|…|(?:\. ){3})[\s.…]*\d{1,4}$/
/** Headings in a row from which on they are a table of contents, if each comes again behind them. */
const minContents = 4

/**
 * The heading that the paragraph's first lines are, undefined where they are text. A person's headings are alone in their paragraph, or
 * its first line; a title behind the number is short, begins as a title does, and is no sentence unless a sign parts it from the number.
 */
export function typedHeading([line = '', ...below]: string[]): { title: string; lines: number } | undefined {
  const first = line.trim()
  if (first.length > maxHeading || leaders.test(first)) return undefined
  const start = headingStart.exec(first)?.[0]
  if (start === undefined || (isUnnumbered(start) && !/^\P{Ll}/u.test(start))) return undefined
  const behind = first.slice(start.length)
  if (/^[\s.:—–-]*$/u.test(behind)) return withTitleBelow(start, below)
  const [, sign = '', title = ''] = /^(\s*[.:)—–-]\s*|\s+)(.+)$/u.exec(behind) ?? []
  const isJustBlank = sign.trim() === ''
  const isTitle = isJustBlank ? !isUnnumbered(start) && isBareTitle(title) : isShortTitle(title)
  return isTitle ? { title: first, lines: 1 } : undefined
}

/** `CHAPTER I` above `Down the Rabbit-Hole`, without an empty line between. */
function withTitleBelow(start: string, below: string[]) {
  const title = below.map((line) => line.trim()).join(' ')
  const isTitled = below.length > 0 && below.length <= 2 && !isUnnumbered(start) && isBareTitle(title)
  return isTitled ? { title: `${start}: ${title}`, lines: 1 + below.length } : { title: start, lines: 1 }
}

const isShortTitle = (title: string) =>
  title.length <= maxTitle && !/[.!?…]["”’»]?\s+\P{Ll}/u.test(title) && !/[,;]$/.test(title)
const isBareTitle = (title: string) => isShortTitle(title) && /^\P{Ll}/u.test(title) && !/[.:]$/.test(title)

type Part = { heading: string } | { text: string }

/**
 * Sections of a text by headings as people type them. Text before the first is a section without a title.
 * @param joined of the lines of a paragraph, which a width has broken or a person has
 */
export function sectionsByTypedHeadings(
  paragraphs: TypedParagraph[],
  joined: (lines: string[]) => string,
): DraftSection[] {
  const found = paragraphs.flatMap(({ lines }): Part[] => {
    const each = lines.length > 1 ? headingsOf(lines) : undefined
    if (each) return each.map((title) => ({ heading: title }))
    const heading = typedHeading(lines)
    if (!heading) return [{ text: joined(lines) }]
    const rest = joined(lines.slice(heading.lines))
    return rest === '' ? [{ heading: heading.title }] : [{ heading: heading.title }, { text: rest }]
  })
  const sections: DraftSection[] = [{ title: '', paragraphs: [] }]
  for (const part of withoutContents(found)) {
    if ('heading' in part) sections.push({ title: part.heading, paragraphs: [] })
    else sections.at(-1)?.paragraphs.push(part.text)
  }
  return sections
}

/** Lines that are all headings, such as those of a table of contents; undefined where one is text. */
function headingsOf(lines: string[]): string[] | undefined {
  const titles: string[] = []
  for (const line of lines) {
    const heading = typedHeading([line])
    if (!heading) return undefined
    titles.push(heading.title)
  }
  return titles
}

/** A row of headings that all come again is a table of contents, which nobody wants to hear. */
function withoutContents(parts: Part[]): Part[] {
  const last = new Map(parts.flatMap((part, at) => ('heading' in part ? [[wordsOnly(part.heading), at] as const] : [])))
  const comesAgain = (part: Part, at: number) => 'heading' in part && (last.get(wordsOnly(part.heading)) ?? at) > at
  const kept: Part[] = []
  for (let at = 0; at < parts.length; ) {
    let end = at
    for (let part = parts[end]; part && comesAgain(part, end); part = parts[end]) end++
    if (end - at < minContents) {
      end = Math.max(end, at + 1)
      kept.push(...parts.slice(at, end))
    }
    at = end
  }
  return kept
}
