import type { LifecycleDeps } from '../deps.ts'
import type { JobState } from '../domain/job.ts'
import { recentKey } from '../domain/totals.ts'
import type { RemovalEffects } from '../store/allowances/updates.ts'
import { refund } from './refund.ts'

/**
 * recipe.md 4, its first update: an ended job is removed from its account's lists, its call refunded if none is owed, and counted in
 * the totals, once.
 * @returns whether other jobs may be waiting now; `later` when a sweep has to repeat it
 */
export async function removeFromAllowance(
  deps: LifecycleDeps,
  job: JobState,
): Promise<'none-waiting' | 'may-wait' | 'later'> {
  return job.attempt > 0 ? removeActive(deps, job) : refundWaiting(deps, job)
}

async function removeActive({ allowances, clock, log }: LifecycleDeps, job: JobState) {
  const { _id: id, userId, call } = job
  if (!call) return 'none-waiting'
  const now = clock.now()
  const removed = await allowances.remove(userId, { id, period: call.period }, effectsOf(job, now))
  if (removed) logEnd(log, job, now)
  // A job that started waiting before this update has set `backlog`; a later one finds the free concurrency itself.
  return removed && !removed.backlog ? 'none-waiting' : 'may-wait'
}

async function refundWaiting(deps: LifecycleDeps, job: JobState) {
  if (!job.call) return 'none-waiting'
  const now = deps.clock.now()
  const refunded = await refund(deps, job, effectsOf(job, now))
  if (refunded === 'now') logEnd(deps.log, job, now)
  return refunded === 'later' ? 'later' : 'may-wait'
}

function logEnd(
  log: LifecycleDeps['log'],
  { _id: jobId, userId, status, code, completedAt, createdAt }: JobState,
  now: Date,
) {
  const ms = (completedAt ?? now).getTime() - createdAt.getTime()
  log.info({ jobId, userId, status, ...(code && { code }), ms }, 'a job has ended')
}

/** A job that owes no call gives it back, and the account's totals grow by it. */
function effectsOf({ status, call, completedAt }: JobState, now: Date): RemovalEffects {
  const field = status === 'completed' ? 'completed' : 'failed'
  return {
    refund: call?.owed ? 0 : 1,
    count: { [`totals.${field}`]: 1, [`recent.${recentKey(completedAt ?? now)}.${field}`]: 1 },
  }
}
