import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { hasUnpublishedState, isPublished, publishedOf } from '../../domain/works/progress.ts'
import type { ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { workChanged } from '../../publishes/work-changed.ts'

/**
 * recipe 21.9: chapters that were made before their changes were published are taken as they are: only later changes are published.
 * @returns the chapters after that
 */
export async function beginPublishing(
  { chapters }: Pick<LifecycleDeps, 'chapters'>,
  outlines: ChapterOutline[],
): Promise<ChapterOutline[]> {
  const after: ChapterOutline[] = []
  for (const chapter of outlines) {
    const { _id, userId, rev } = chapter
    const update = { $set: { published: publishedOf(chapter) } }
    // No match: it has changed in this moment, and the work is due for that.
    after.push(chapter.published ? chapter : ((await chapters.update({ _id, userId, rev }, update)) ?? chapter))
  }
  return after
}

/**
 * recipe 21.9: publishes the chapters that have changed since they were published, then the state of the work, if that has, and marks the chapters. *A crash* before the
 * mark publishes the same once more, or what has become of it.
 * @param outlines as they are now
 */
export async function publishChanges(
  { chapters, publish }: Pick<LifecycleDeps, 'chapters' | 'publish'>,
  work: ShownWork,
  outlines: ChapterOutline[],
  now: Date,
): Promise<void> {
  const changed = outlines.filter((chapter) => !isPublished(chapter))
  const events = changed.map((chapter) => workChanged(work, outlines, now, chapter))
  await publish(hasUnpublishedState(work) ? [...events, workChanged(work, outlines, now)] : events)
  failpoint('work-published')
  for (const chapter of changed) {
    const { _id, userId, rev } = chapter
    // Changed since: it is published as it is then.
    await chapters.update({ _id, userId, rev }, { $set: { published: publishedOf(chapter) } })
  }
}
