import { charactersPerWorkCall, workLimits } from '@utter/contracts/http/works/requests'
import { markedText } from '@utter/text/markup/markup'
import type { Paragraph, Section } from './work.ts'

/** A section that grows beyond this is cut in two. */
const maxSectionCharacters = 2 * charactersPerWorkCall

/** Characters of a paragraph without its marks. */
export function charactersOf(text: string): number {
  const marked = markedText(text)
  return 'fault' in marked ? text.length : marked.characters
}

const sumOf = (paragraphs: Paragraph[]) => paragraphs.reduce((sum, { text }) => sum + charactersOf(text), 0)

/**
 * Cuts a chapter into sections: one ends with the first paragraph that reaches another 10,000 characters of the chapter. So a chapter has as many as it
 * has started 10,000 characters, or fewer.
 */
export function sectionsOf(paragraphs: Paragraph[], newId: () => string): Section[] {
  const sections: Section[] = []
  let open: Paragraph[] = []
  let [before, total] = [0, 0]
  const close = () => {
    if (open.length > 0) sections.push(newSection(open, newId()))
    open = []
    before = total
  }
  for (const paragraph of paragraphs) {
    open.push(paragraph)
    total += charactersOf(paragraph.text)
    if (Math.floor(total / charactersPerWorkCall) > Math.floor(before / charactersPerWorkCall)) close()
  }
  close()
  return sections
}

const newSection = (paragraphs: Paragraph[], id: string): Section => ({
  id,
  revision: 1,
  characters: sumOf(paragraphs),
  paragraphs,
  tries: 0,
  jobs: [],
})

/** The section with other paragraphs: what was spoken of it before plays until that is replaced. */
export const changedSection = (section: Section, paragraphs: Paragraph[]): Section => {
  const { failure: _, ...rest } = section
  return { ...rest, revision: section.revision + 1, characters: sumOf(paragraphs), paragraphs, tries: 0 }
}

/** The changed section, in two where it has grown too long. The second is a new one. */
function cut(section: Section, newId: () => string): Section[] {
  const { paragraphs, characters } = section
  if (characters <= maxSectionCharacters || paragraphs.length < 2) return [section]
  // At the border that leaves the longer part shortest: of paragraphs within their bound both are within that of a section.
  let [end, before, longest] = [1, 0, Number.POSITIVE_INFINITY]
  for (let at = 1; at < paragraphs.length; at++) {
    before += charactersOf(paragraphs[at - 1]?.text ?? '')
    const longer = Math.max(before, characters - before)
    if (longer < longest) [end, longest] = [at, longer]
  }
  const head = paragraphs.slice(0, end)
  return [
    { ...section, paragraphs: head, characters: sumOf(head) },
    ...cut(newSection(paragraphs.slice(end), newId()), newId),
  ]
}

/** Sections after a change, and the jobs of those that are no more. @property voiceId that of the chapter, null for none; absent: as it was */
export type Edited = { sections: Section[]; removedJobs: string[]; voiceId?: string | null }
type Change = { sections: Section[]; newId: () => string }

/** Each section with its paragraphs as `changeOf` gives them: those that it leaves as they are keep their sound, those without any go. */
function edited({ sections, newId }: Change, changeOf: (paragraphs: Paragraph[]) => Paragraph[]): Edited {
  const removedJobs: string[] = []
  const after = sections.flatMap((section) => {
    const paragraphs = changeOf(section.paragraphs)
    if (paragraphs === section.paragraphs) return [section]
    const [head, ...others] = paragraphs.length > 0 ? cut(changedSection(section, paragraphs), newId) : []
    if (!head) removedJobs.push(...section.jobs)
    // A new section has what was put behind it.
    else if (isSame(head.paragraphs, section.paragraphs)) return [section, ...others]
    return head ? [head, ...others] : []
  })
  return { sections: after, removedJobs }
}

const isSame = (some: Paragraph[], others: Paragraph[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])

/** Whether it sounds the same. */
export const isSameParagraph = (one: Paragraph, other: Paragraph): boolean =>
  one.text === other.text && one.voiceId === other.voiceId && one.speaker === other.speaker

const has = (paragraphs: Paragraph[], id: string) => paragraphs.some((one) => one.id === id)

/** The paragraph in place of the one with its id. */
export const replaceParagraph = (change: Change, paragraph: Paragraph): Edited =>
  edited(change, (paragraphs) => {
    const before = paragraphs.find(({ id }) => id === paragraph.id)
    if (!before || isSameParagraph(before, paragraph)) return paragraphs
    return paragraphs.map((one) => (one === before ? paragraph : one))
  })

export const removeParagraph = (change: Change, id: string): Edited =>
  edited(change, (paragraphs) => (has(paragraphs, id) ? paragraphs.filter((one) => one.id !== id) : paragraphs))

/** @param after the id of the paragraph that goes before; undefined: none, it becomes the first */
export function insertParagraph(change: Change, paragraph: Paragraph, after: string | undefined): Edited {
  const first = change.sections[0]?.paragraphs
  return edited(change, (paragraphs) => {
    if (after === undefined) return paragraphs === first ? [paragraph, ...paragraphs] : paragraphs
    return has(paragraphs, after)
      ? paragraphs.flatMap((one) => (one.id === after ? [one, paragraph] : [one]))
      : paragraphs
  })
}

/** The paragraph at another place of its chapter. */
export function moveParagraph(change: Change, paragraph: Paragraph, after: string | undefined): Edited {
  const order = change.sections.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id))
  const place = order.indexOf(paragraph.id)
  if (after === paragraph.id || (after === undefined ? place === 0 : order[place - 1] === after))
    return { sections: change.sections, removedJobs: [] }
  const own = change.sections.find(({ paragraphs }) => has(paragraphs, paragraph.id))?.paragraphs ?? []
  const target =
    after === undefined
      ? change.sections[0]?.paragraphs
      : change.sections.find(({ paragraphs }) => has(paragraphs, after))?.paragraphs
  const without = (paragraphs: Paragraph[]) => paragraphs.filter(({ id }) => id !== paragraph.id)
  return edited(change, (paragraphs) => {
    if (paragraphs !== own && paragraphs !== target) return paragraphs
    const rest = without(paragraphs)
    if (paragraphs !== target) return rest
    if (after === undefined) return [paragraph, ...rest]
    return rest.flatMap((one) => (one.id === after ? [one, paragraph] : [one]))
  })
}

/** Characters of sections together. */
export const charactersIn = (sections: Pick<Section, 'characters'>[]): number =>
  sections.reduce((sum, { characters }) => sum + characters, 0)

/** Why a chapter may not have these sections; undefined where it may. */
export function tooMuchOf(sections: Section[]): { field: string; message: string } | undefined {
  const paragraphs = sections.reduce((sum, section) => sum + section.paragraphs.length, 0)
  if (paragraphs > workLimits.paragraphs)
    return { field: 'paragraphs', message: `Maximum ${workLimits.paragraphs} paragraphs in a chapter` }
  if (charactersIn(sections) > workLimits.chapterCharacters)
    return {
      field: 'text',
      message: `A chapter must be at most ${workLimits.chapterCharacters} characters`,
    }
  return undefined
}
