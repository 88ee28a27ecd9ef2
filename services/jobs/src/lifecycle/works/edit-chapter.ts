import { randomUUID } from 'node:crypto'
import { workLimits } from '@utter/contracts/http/works/requests'
import { invalid, notFound, unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { charactersIn, type Edited, tooMuchOf } from '../../domain/works/sections.ts'
import { pastAfter } from '../../domain/works/versions.ts'
import type { Chapter, ChapterOutline, ChapterWithPast, Section } from '../../domain/works/work.ts'
import { shownWork } from './change-state.ts'

type Deps = Pick<LifecycleDeps, 'works' | 'chapters' | 'clock'>
type Place = { userId: string; workId: string; chapterId: string }

/** Times that a chapter is read again which changed meanwhile: by another edit, or an end of a job. */
const maxTries = 10

/** @throws Problem 404 for a chapter that the work does not have */
export const chapterOf = async (
  { chapters }: Pick<Deps, 'chapters'>,
  { userId, workId, chapterId }: Place,
): Promise<Chapter> => ofWork(workId, await chapters.read(userId, chapterId))

/** @throws Problem 404 for a chapter that the work does not have */
export const chapterWithPastOf = async (
  { chapters }: Pick<Deps, 'chapters'>,
  { userId, workId, chapterId }: Place,
): Promise<ChapterWithPast> => ofWork(workId, await chapters.readWithPast(userId, chapterId))

function ofWork<T extends Chapter>(workId: string, chapter: T | null): T {
  if (chapter?.workId !== workId) throw notFound('Chapter not found', 'chapter_not_found')
  return chapter
}

/**
 * recipe 21.7: one guarded update of the chapter, between two of its work: the first tells that it may change in the next seconds, the second has it examined.
 * A work that had been spoken whole is spoken on.
 * @throws Problem 404 without such a work or chapter, 400 where the chapter would be too large
 */
export async function editChapter(
  deps: Deps,
  place: Place,
  edit: (sections: Section[], chapter: Chapter) => Edited,
): Promise<ChapterOutline> {
  const { works, chapters, clock } = deps
  const { userId, workId } = place
  await shownWork(deps, userId, workId)
  for (let tries = 0; tries < maxTries; tries++) {
    const chapter = await chapterWithPastOf(deps, place)
    const { sections, removedJobs, voiceId } = edit(chapter.sections, chapter)
    if (voiceId === undefined && isUnchanged(chapter.sections, sections)) return chapter
    const tooMuch = tooMuchOf(sections) ?? (await tooMuchInAll(deps, chapter, sections))
    if (tooMuch) throw invalid([tooMuch])
    const now = clock.now()
    await works.update({ _id: workId, userId }, { $set: { editedAt: now, updatedAt: now }, $min: { dueAt: now } })
    failpoint('edit-announced')
    const { _id, revision, rev } = chapter
    const after = await chapters.update(
      { _id, userId, rev },
      {
        $set: {
          sections,
          revision: revision + 1,
          past: pastAfter(chapter, sections, { now, newId: randomUUID }),
          ...(voiceId && { voiceId }),
        },
        ...(voiceId === null && { $unset: { voiceId: '' } }),
        $addToSet: {
          removedJobs: { $each: removedJobs },
          uncounted: { $each: inFlightOf(chapter.sections, sections) },
        },
      },
    )
    if (!after) continue
    failpoint('chapter-edited')
    const speaksOn = await works.update(
      { _id: workId, userId, state: { $in: ['completed', 'failed'] } },
      { $set: { state: 'speaking', dueAt: clock.now() }, $inc: { stateVersion: 1 } },
    )
    if (!speaksOn) await works.wake(userId, workId, clock.now())
    return after
  }
  throw unavailable()
}

/** Also without its last sections a chapter is another. */
const isUnchanged = (before: Section[], after: Section[]): boolean =>
  before.length === after.length && after.every((one, index) => one === before[index])

/** Why the work may not have these sections in place of the chapter's; two edits at once may both be the last that fits. */
async function tooMuchInAll(
  { chapters }: Pick<Deps, 'chapters'>,
  { _id, userId, workId, sections: before }: Chapter,
  sections: Section[],
): Promise<{ field: string; message: string } | undefined> {
  if (charactersIn(sections) <= charactersIn(before)) return undefined
  const others = (await chapters.outlines(userId, workId)).filter((chapter) => chapter._id !== _id)
  const characters = charactersIn(others.flatMap((chapter) => chapter.sections)) + charactersIn(sections)
  if (characters <= workLimits.characters) return undefined
  return { field: 'text', message: `A work must be at most ${workLimits.characters} characters` }
}

/** Jobs in flight of sections that are no more. */
const inFlightOf = (before: Section[], after: Section[]): string[] =>
  before.flatMap(({ id, job }) => (job && !after.some((section) => section.id === id) ? [job.id] : []))
