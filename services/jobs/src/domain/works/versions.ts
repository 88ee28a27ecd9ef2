import { type Edited, insertParagraph, isSameParagraph, replaceParagraph } from './sections.ts'
import type { ChapterWithPast, Paragraph, PastParagraph, Section } from './work.ts'

/** Versions that a chapter keeps: so many, and so many characters of them with their marks. Its document stays within twice its texts. */
export const maxPast = { versions: 100, characters: 100_000 } as const

type Making = { now: Date; newId: () => string }

/** The versions of a chapter once it has other sections: a paragraph that is another one then, or gone, is among them as it was. A move makes none. */
export function pastAfter({ sections, past = [] }: ChapterWithPast, after: Section[], making: Making): PastParagraph[] {
  const paragraphs = paragraphsIn(sections)
  const present = new Map(paragraphsIn(after).map((one) => [one.id, one]))
  const made = paragraphs.flatMap((one, index): PastParagraph[] => {
    const next = present.get(one.id)
    if (next && isSameParagraph(next, one)) return []
    const before = paragraphs[index - 1]
    const { id: paragraphId, ...said } = one
    return [
      {
        ...{ id: making.newId(), paragraphId, ...said },
        ...(before && { after: before.id }),
        ...(!next && { removed: true as const }),
        until: making.now,
      },
    ]
  })
  return newest([...made, ...past])
}

/** As many of the first as a chapter keeps. */
function newest(past: PastParagraph[]): PastParagraph[] {
  let characters = 0
  const end = past.findIndex((one, index) => {
    characters += one.text.length
    return index >= maxPast.versions || characters > maxPast.characters
  })
  return end < 0 ? past : past.slice(0, end)
}

/** The paragraph as a version has it. */
export const paragraphOfVersion = ({ paragraphId, text, voiceId, speaker }: PastParagraph): Paragraph => ({
  id: paragraphId,
  text,
  ...(voiceId !== undefined && { voiceId }),
  ...(speaker !== undefined && { speaker }),
})

/** The paragraph is as it was. A removed one is behind the one that it followed, or at the end of its chapter where that is gone too. */
export function takeBack(change: { sections: Section[]; newId: () => string }, version: PastParagraph): Edited {
  const paragraph = paragraphOfVersion(version)
  const present = paragraphsIn(change.sections)
  if (present.some(({ id }) => id === paragraph.id)) return replaceParagraph(change, paragraph)
  const isAfterGone = version.after !== undefined && !present.some(({ id }) => id === version.after)
  return insertParagraph(change, paragraph, isAfterGone ? present.at(-1)?.id : version.after)
}

const paragraphsIn = (sections: Section[]) => sections.flatMap(({ paragraphs }) => paragraphs)
