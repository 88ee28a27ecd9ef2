import { unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import { shortened } from '@utter/runtime/shortened'
import type { LifecycleDeps } from '../../deps.ts'
import { type Chapter, isShownWork, type ShownWork, type Work } from '../../domain/works/work.ts'
import { requestIdReused } from '../submit/submit.ts'

/** Time in which a work that was inserted must have its chapters, in ms: a minute of one process, and more than a request takes. */
const submittingMs = shortened(60_000)

/** A work as it is inserted, and its chapters. */
export type WorkDraft = { work: Omit<Work, 'state' | 'dueAt'>; chapters: Chapter[] }

/**
 * recipe 21.1: the work is inserted under its request id, then its chapters, then it is shown. A request that is repeated is one work.
 * @throws Problem 409 for another body under the same request id, 503 while the first request is still under way
 */
export async function submitWork(
  { works, chapters, clock }: Pick<LifecycleDeps, 'works' | 'chapters' | 'clock'>,
  { work, chapters: drafted }: WorkDraft,
): Promise<{ work: ShownWork; isNew: boolean }> {
  const dueAt = new Date(work.createdAt.getTime() + submittingMs)
  if (!(await works.insert({ ...work, state: 'submitting', dueAt }))) {
    const first = await works.byRequest(work.userId, work.requestId)
    if (first && first.bodyHash !== work.bodyHash) throw requestIdReused()
    if (first && isShownWork(first)) return { work: first, isNew: false }
    throw unavailable()
  }
  failpoint('work-inserted')
  await chapters.insertAll(drafted)
  failpoint('chapters-inserted')
  const now = clock.now()
  const shown = await works.update(
    { _id: work._id, userId: work.userId, state: 'submitting' },
    { $set: { state: 'speaking', dueAt: now, updatedAt: now }, $inc: { stateVersion: 1 } },
  )
  // So late that a sweep has taken it for dead, and removes it.
  if (!shown || !isShownWork(shown)) throw unavailable()
  return { work: shown, isNew: true }
}
