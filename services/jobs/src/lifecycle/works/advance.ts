import { planOf } from '@utter/contracts/plans'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { hasEnded, isShown } from '../../domain/job/job.ts'
import { expiresAtOf } from '../../domain/job/lifetime.ts'
import { hasUnpublishedState, isPublished, progressOf, stateOfWork } from '../../domain/works/progress.ts'
import { type ChapterOutline, isShownWork, type Work } from '../../domain/works/work.ts'
import { cancel } from '../end/cancel.ts'
import { adoptJobs } from './adopt-jobs.ts'
import { applyEnds } from './apply-ends.ts'
import { beginPublishing, publishChanges } from './publish-changes.ts'
import { hasReplaced, removeReplaced, removeWork } from './remove-jobs.ts'
import { type Refused, roomOf, submitSections } from './submit-sections.ts'

/** While jobs are in flight their ends wake the work; this is for an end whose process died. */
const lookAgainMs = 30_000
/** While a job is still to end. */
const waitMs = 2_000
/** While others of the account have its room. */
const roomMs = 5_000
/** A request that changes a paragraph is over by then. */
const editMs = 30_000

/**
 * recipe 21.2: what is to be done for a work now: ends of its jobs, jobs for its next sections, its end, or its removal. Each step is guarded, so two at once do no harm.
 * @param leased as it was leased: a wake-up since then is not lost
 */
export async function advanceWork(deps: LifecycleDeps, leased: Work): Promise<void> {
  const { _id, userId, state } = leased
  const ms = (after: number) => new Date(deps.clock.now().getTime() + after)
  const lookAgain = (dueAt: Date) =>
    deps.works.update({ _id, userId, dueAt: leased.dueAt as Date }, { $set: { dueAt } })
  if (state === 'submitting') {
    // Its process died: nobody has seen it.
    await deps.works.update({ _id, userId, state }, { $set: { state: 'deleting', dueAt: deps.clock.now() } })
    return
  }
  if (state === 'deleting') {
    if (!(await removeWork(deps, leased))) await lookAgain(ms(waitMs))
    return
  }
  // Two hundred works that wait cost a count each, and not their chapters.
  const waits = leased.waits && state === 'speaking' && !hasUnpublishedState(leased)
  if (waits && (await roomOf(deps, userId)) <= 0) {
    await lookAgain(ms(roomMs))
    return
  }
  const before = await beginPublishing(deps, await deps.chapters.outlines(userId, _id))
  const outlines = await applyEnds(deps, await adoptJobs(deps, leased, before))
  failpoint('ends-applied')
  await removeReplaced(deps, outlines)
  if (state === 'cancelled') await cancelJobs(deps, outlines)
  const isOpen = state === 'speaking' || state === 'completed' || state === 'failed'
  const refused = isOpen ? await submitSections(deps, leased, outlines) : undefined
  await rest(deps, leased, { refused, isOpen })
}

/** Sets what a work is after an examination, and when it is examined next. */
async function rest(
  deps: LifecycleDeps,
  leased: Work,
  { refused, isOpen }: { refused: Refused | undefined; isOpen: boolean },
): Promise<void> {
  const { works, chapters, clock } = deps
  const { _id, userId, editedAt } = leased
  const outlines = await chapters.outlines(userId, _id)
  const now = clock.now()
  const inFlight = outlines.some(({ sections }) => sections.some(({ job }) => job))
  const isLeft = outlines.some(hasReplaced)
  const state = !isOpen ? leased.state : refused ? 'paused' : stateOfWork(outlines)
  const editEndsAt = editedAt && new Date(editedAt.getTime() + editMs)
  const waits = state === 'speaking' && !inFlight
  const next = inFlight
    ? new Date(now.getTime() + lookAgainMs)
    : waits || isLeft
      ? new Date(now.getTime() + (waits ? roomMs : waitMs))
      : editEndsAt && editEndsAt > now
        ? editEndsAt
        : undefined
  const isChanged = state !== leased.state || !leased.expiresAt
  const expiresAt = isChanged ? await lifetimeOf(deps, userId, now) : undefined
  const isNewState = state !== leased.state
  // Until its changes are published it stays leased: a crash in between leaves it due.
  const isLast = !isNewState && !hasUnpublishedState(leased) && outlines.every(isPublished)
  const after = await works.update(
    // Woken, or changed by its owner since: it is examined again.
    { _id, userId, dueAt: leased.dueAt as Date, state: leased.state },
    {
      $set: {
        state,
        progress: progressOf(outlines.flatMap(({ sections }) => sections)),
        ...(isNewState && { updatedAt: now }),
        ...(refused && isOpen && { reason: refused.reason }),
        ...(isLast && next && { dueAt: next }),
        ...(expiresAt && { expiresAt }),
        ...(waits && { waits }),
      },
      ...(isNewState && { $inc: { stateVersion: 1 } }),
      ...(!waits && { $unset: { waits: 1 as const, ...(isLast && !next && { dueAt: 1 as const }) } }),
    },
  )
  if (isLast || !after || !isShownWork(after)) return
  failpoint('work-examined')
  await publishChanges(deps, after, outlines, now)
  await works.update(
    { _id, userId, dueAt: leased.dueAt as Date },
    {
      ...(next ? { $set: { dueAt: next } } : { $unset: { dueAt: 1 as const } }),
      $max: { publishedVersion: after.stateVersion ?? 0 },
    },
  )
}

async function lifetimeOf({ allowances, plans }: LifecycleDeps, userId: string, now: Date): Promise<Date | undefined> {
  const tier = (await allowances.read(userId))?.tier
  return tier && expiresAtOf(planOf(plans, tier), now)
}

/** Jobs in flight that can still be cancelled; the others end. */
async function cancelJobs(deps: LifecycleDeps, outlines: ChapterOutline[]): Promise<void> {
  for (const { userId, sections } of outlines)
    for (const { job: of } of sections) {
      const job = of && (await deps.jobs.read(userId, of.id))
      if (job && isShown(job) && !hasEnded(job)) await cancel(deps, userId, job._id).catch(() => {})
    }
}
