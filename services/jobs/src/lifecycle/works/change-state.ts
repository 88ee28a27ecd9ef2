import { conflict, notFound } from '@utter/http/problem'
import type { LifecycleDeps } from '../../deps.ts'
import { hasFailed } from '../../domain/works/progress.ts'
import { isShownWork, type ShownWork, type Work } from '../../domain/works/work.ts'
import { untilChanged } from '../until-changed.ts'

type Deps = Pick<LifecycleDeps, 'works' | 'chapters' | 'clock'>

/** @throws Problem 404 for a work that is not shown */
export async function shownWork({ works }: Pick<Deps, 'works'>, userId: string, id: string): Promise<ShownWork> {
  const work = await works.read(userId, id)
  if (!work || !isShownWork(work)) throw notFound('Work not found', 'work_not_found')
  return work
}

/** Changes the state by one guarded update, from one of these. @throws Problem 404, or 409 from another one */
async function change(
  { works, clock }: Deps,
  { userId, id }: { userId: string; id: string },
  { from, to, sentence }: { from: Work['state'][]; to: Work['state']; sentence: string },
): Promise<ShownWork> {
  const before = await shownWork({ works }, userId, id)
  // Asked for twice.
  if (before.state === to) return before
  const now = clock.now()
  const after = await works.update(
    { _id: id, userId, state: { $in: from } },
    { $set: { state: to, updatedAt: now, dueAt: now }, $unset: { reason: 1 }, $inc: { stateVersion: 1 } },
  )
  if (!after || !isShownWork(after)) throw conflict('work_state', sentence)
  return after
}

/** recipe 21.6: jobs in flight end, and no other is submitted. */
export const pauseWork = (deps: Deps, userId: string, id: string): Promise<ShownWork> =>
  change(deps, { userId, id }, { from: ['speaking'], to: 'paused', sentence: 'Nothing of the work is left to speak' })

/** recipe 21.6: jobs in flight are cancelled as far as they can be; what is spoken stays. */
export const cancelWork = (deps: Deps, userId: string, id: string): Promise<ShownWork> =>
  change(
    deps,
    { userId, id },
    { from: ['speaking', 'paused', 'failed'], to: 'cancelled', sentence: 'Nothing of the work is left to speak' },
  )

/** recipe 21.6: its sections are spoken on; those that have failed are tried again. */
export async function resumeWork(deps: Deps, userId: string, id: string): Promise<ShownWork> {
  const sentence = 'The work is neither paused nor failed'
  const before = await shownWork(deps, userId, id)
  if (before.state === 'cancelled') throw conflict('work_state', 'The work was cancelled')
  if (before.state === 'completed') throw conflict('work_state', sentence)
  // First: a crash after it leaves a work that is still failed, and resumed once more.
  for (const { _id } of await deps.chapters.outlines(userId, id)) await forgetFailures(deps, userId, _id)
  return change(deps, { userId, id }, { from: ['paused', 'failed', 'speaking'], to: 'speaking', sentence })
}

async function forgetFailures({ chapters }: Deps, userId: string, chapterId: string): Promise<void> {
  await untilChanged(async () => {
    const chapter = await chapters.read(userId, chapterId)
    const failed = chapter?.sections.flatMap((section, index) => (hasFailed(section) ? [{ section, index }] : [])) ?? []
    const [first] = failed
    if (!chapter || !first) return true
    const at = `sections.${first.index}`
    await chapters.update(
      { _id: chapterId, userId, [`${at}.id`]: first.section.id, [`${at}.failure.revision`]: first.section.revision },
      { $unset: { [`${at}.failure`]: 1 }, $inc: { [`${at}.tries`]: 1 } },
    )
    return failed.length === 1
  })
}

/**
 * recipe 21.8: it is shown no more at once; its jobs, sounds and texts go with its examinations.
 * @throws Problem 404 for a work that is not shown
 */
export async function deleteWork(
  { works, clock }: Pick<Deps, 'works' | 'clock'>,
  userId: string,
  id: string,
): Promise<void> {
  await shownWork({ works }, userId, id)
  const now = clock.now()
  await works.update(
    { _id: id, userId, state: { $ne: 'submitting' } },
    { $set: { state: 'deleting', dueAt: now, updatedAt: now }, $unset: { expiresAt: 1 } },
  )
}
