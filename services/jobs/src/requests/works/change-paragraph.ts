import type { ParagraphRequest } from '@utter/contracts/http/works/requests'
import type { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { type Identity, mayDo } from '@utter/http/identity'
import { invalid, notFound } from '@utter/http/problem'
import type * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import type { Edited } from '../../domain/works/sections.ts'
import type { Chapter, Paragraph, Section, ShownWork } from '../../domain/works/work.ts'
import { chapterOf, editChapter } from '../../lifecycle/works/edit-chapter.ts'
import { chapterRowOf, paragraphViewOf } from '../../views/works/work-views.ts'
import { readParagraph } from './check-work.ts'

/** @throws Problem 400 for a text that is not taken, or a voice or a speaker that is not there */
export function checkParagraph(
  deps: Pick<Deps, 'versions'>,
  { work, chapter }: { work: ShownWork; chapter: Pick<Chapter, 'voiceId'> },
  paragraph: ParagraphRequest,
): void {
  const read = readParagraph(paragraph, work, chapter, deps)
  if ('message' in read) throw invalid([read])
}

export const newParagraph = (id: string, { text, voiceId, speaker }: ParagraphRequest): Paragraph => ({
  id,
  text,
  ...(voiceId !== undefined && { voiceId }),
  ...(speaker !== undefined && { speaker }),
})

/** The paragraph of a chapter. @throws Problem 404 for none */
export function paragraphOf({ sections }: Pick<Chapter, 'sections'>, id: string): Paragraph {
  const found = sections.flatMap(({ paragraphs }) => paragraphs).find((one) => one.id === id)
  if (!found) throw notFound('Paragraph not found', 'paragraph_not_found')
  return found
}

/** @throws Problem 400 where the paragraph that is to go before is not in the chapter */
export function checkAfter(sections: Section[], after: string | undefined): void {
  if (after === undefined || sections.some(({ paragraphs }) => paragraphs.some(({ id }) => id === after))) return
  throw invalid([{ field: 'after', message: 'after must be a paragraph of the chapter' }])
}

/**
 * Changes a chapter, and answers with it and the paragraph as they are then, where the caller may read jobs.
 * @param id of the paragraph
 */
export async function changeParagraph(
  deps: Deps,
  { identity, workId, chapterId }: { identity: Identity; workId: string; chapterId: string },
  id: string,
  edit: (sections: Section[], chapter: Chapter) => Edited,
): Promise<z.infer<typeof ParagraphChanged> | z.infer<typeof WrittenParagraph>> {
  const place = { userId: identity.userId, workId, chapterId }
  const { revision } = await editChapter(deps, place, edit)
  if (!mayDo(identity, 'jobs:read')) return { chapterId, revision, paragraphId: id }
  const chapter = await chapterOf(deps, place)
  for (const section of chapter.sections)
    for (const paragraph of section.paragraphs)
      if (paragraph.id === id) return { chapter: chapterRowOf(chapter), paragraph: paragraphViewOf(paragraph, section) }
  return { chapter: chapterRowOf(chapter) }
}
