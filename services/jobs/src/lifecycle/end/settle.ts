import { planOf, type TierName } from '@utter/contracts/plans'
import { failpoint } from '@utter/runtime/failpoint'
import { TransientError } from '@utter/runtime/is-transient'
import pLimit from 'p-limit'
import type { LifecycleDeps } from '../../deps.ts'
import type { Member } from '../../domain/allowance/allowance.ts'
import { memberOf } from '../../domain/allowance/member.ts'
import { activeFields } from '../../domain/job/active-fields.ts'
import { hasEnded, type Job, type JobState, type Settled } from '../../domain/job/job.ts'
import { laneOf } from '../../domain/job/lane.ts'
import { expiresAtOf } from '../../domain/job/lifetime.ts'
import { measureQueue } from '../../metrics.ts'
import { removeFromAllowance } from './remove-from-allowance.ts'

// This file is a recursion: an ended job is removed, then the next one becomes active, which may have ended meanwhile.

/** recipe 4 for a job that may be gone: removes it from its account's lists and refunds its call. No change while it has not ended. */
export async function release(deps: LifecycleDeps, userId: string, member: Member): Promise<void> {
  const { jobs, allowances, clock } = deps
  const job = await jobs.read(userId, member.id)
  if (job) {
    if (hasEnded(job)) await settle(deps, job)
    return
  }
  await allowances.removeGone(userId, member, clock.now())
  await dispatch(deps, userId)
}

/**
 * recipe 4 for a job that has ended: it is removed from its account's lists, its call is refunded if none is owed, and the next
 * job becomes active. `unsettled` is unset last, a moment later with that of other jobs: until then a sweep repeats all of this.
 */
export async function settle(deps: LifecycleDeps, job: JobState): Promise<void> {
  const settled = await removeAndDispatch(deps, job)
  if (settled) deps.settledMarks.add(settled)
  failpoint('settled')
}

/** The same with the mark at once. @throws Error when it is left to a later sweep */
export async function settleAtOnce(deps: LifecycleDeps, job: JobState): Promise<void> {
  const settled = await removeAndDispatch(deps, job)
  if (!settled) throw new TransientError('the call could not be refunded')
  await deps.jobs.markSettled([settled])
}

/** A settlement without unsetting `unsettled`. @returns what the mark sets; undefined when it is left to a later sweep */
async function removeAndDispatch(deps: LifecycleDeps, job: JobState): Promise<Settled | undefined> {
  const { next, tier } = await removeFromAllowance(deps, job)
  failpoint('removed')
  if (next === 'may-wait') await dispatch(deps, job.userId)
  if (next === 'later') return undefined
  // recipe 21: the work of its section goes on, and keeps its sound.
  if (job.section) await deps.works.wake(job.userId, job.section.workId, deps.clock.now())
  const expiresAt = job.section ? undefined : await lifetimeOf(deps, job, tier)
  return { _id: job._id, userId: job.userId, ...(expiresAt && { expiresAt }) }
}

/** By the plan at its settlement, which follows the job's end at once, or after a crash within seconds. */
async function lifetimeOf(
  { allowances, plans }: LifecycleDeps,
  { userId, unsettled, completedAt }: JobState,
  known: TierName | undefined,
): Promise<Date | undefined> {
  if (!unsettled || !completedAt) return undefined
  const tier = known ?? (await allowances.read(userId))?.tier
  return tier && expiresAtOf(planOf(plans, tier), completedAt)
}

const maxRounds = 20
/** A higher plan may activate hundreds of jobs at once. */
const activationsInFlight = 8

/** recipe 5: activates waiting jobs while concurrency allows: the oldest single ones first, then the oldest of batches. */
export async function dispatch(deps: LifecycleDeps, userId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) if (await dispatchRound(deps, userId)) return
  // Other processes dispatch for an account as busy as this; should all of them get here, a reconcile does it.
  await deps.allowances.requestReconcile(userId, deps.clock.now())
}

/** @returns whether it was the last: no waiting job can become active now */
async function dispatchRound(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { jobs, allowances, clock } = deps
  // 5.1
  const allowance = await allowances.read(userId)
  if (!allowance) return true
  const free = allowance.concurrency - allowance.active.length
  // No backlog, no waiting job: each was taken together with setting it, and it is cleared only when none is left.
  if (free <= 0 || !allowance.backlog) return true
  // 5.2. Read after the allowance, or a job that arrived in between would be missed when the backlog is cleared.
  const waiting = await jobs.firstWaiting(
    userId,
    allowance.active.map(({ id }) => id),
    free,
  )
  const members = waiting.flatMap((job) => (job.call ? [memberOf(job, job.call)] : []))
  // 5.3. A member of `reserved` dispatches again when it is accepted.
  if (members.length === 0)
    return (await allowances.clearBacklog(userId, allowance.rev)) || allowance.reserved.length > 0
  // 5.4
  const active = await allowances.activate(allowance, members, clock.now())
  failpoint('activated')
  if (!active) return false
  // 5.5. A limit for each call: a job that ended meanwhile dispatches again within it, and would wait for itself.
  const indexOf = (jobId: string) => active.findIndex(({ id }) => id === jobId)
  await pLimit(activationsInFlight).map(waiting, async (found) => {
    const job = await activate(deps, { ...found, userId }, indexOf(found._id))
    if (job) measureQueue(allowance.tier, clock.now().getTime() - job.createdAt.getTime())
  })
  return false
}

/**
 * recipe 5.5: a job that was added to `active` gets its fields and its first request, or is settled if it ended meanwhile.
 * @returns the job, where this has activated it
 */
export async function activate(
  deps: LifecycleDeps,
  waiting: Pick<Job, '_id' | 'userId' | 'lane'>,
  index: number,
): Promise<Job | undefined> {
  const { jobs, clock, relay } = deps
  const { _id: jobId, userId } = waiting
  const now = clock.now()
  const job = await jobs.update(
    { _id: jobId, userId, queue: 'waiting', status: 'pending' },
    {
      $set: { ...activeFields(now, laneOf(waiting, index)), unpublishedSince: now, updatedAt: now },
      $inc: { version: 1 },
      $push: { timeline: { at: now, step: 'activated', status: 'pending', progress: 0 } },
    },
  )
  if (job) {
    relay.soon(job)
    return job
  }
  const present = await jobs.read(userId, jobId)
  if (present && hasEnded(present)) await settle(deps, present)
  return undefined
}
