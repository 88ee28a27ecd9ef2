import type { TierName } from '@utter/contracts/plans'
import type { LifecycleDeps } from '../../deps.ts'
import { estimateErrorOf } from '../../domain/allowance/estimate-errors.ts'
import { memberOf } from '../../domain/allowance/member.ts'
import { hourKey, tenMinutesKey } from '../../domain/allowance/totals.ts'
import { dayOf } from '../../domain/allowance/usage-days.ts'
import { failureKey, failureSentence } from '../../domain/job/failures.ts'
import type { JobState } from '../../domain/job/job.ts'
import { measuredTimeOf } from '../../domain/job/measured-time.ts'
import type { RemovalEffects } from '../../store/allowances/updates.ts'
import { refund } from './refund.ts'

type Removal = { next: 'none-waiting' | 'may-wait' | 'later'; tier?: TierName }

/**
 * recipe 4, its first update: an ended job is removed from its account's lists, its call refunded if none is owed, and counted in
 * the totals, once.
 * @returns whether other jobs may be waiting now, `later` when a sweep has to repeat it; and the account's plan, where it was read
 */
export async function removeFromAllowance(deps: LifecycleDeps, job: JobState): Promise<Removal> {
  return job.attempt > 0 ? removeActive(deps, job) : refundWaiting(deps, job)
}

async function removeActive({ allowances, clock, log }: LifecycleDeps, job: JobState): Promise<Removal> {
  const { userId, call } = job
  if (!call) return { next: 'none-waiting' }
  const now = clock.now()
  const removed = await allowances.remove(userId, memberOf(job, call), effectsOf(job, now), now)
  if (removed) logEnd(log, job, now)
  // A job that started waiting before this update has set `backlog`; a later one finds the free concurrency itself.
  return { next: removed && !removed.backlog ? 'none-waiting' : 'may-wait', ...(removed && { tier: removed.tier }) }
}

async function refundWaiting(deps: LifecycleDeps, job: JobState): Promise<Removal> {
  if (!job.call) return { next: 'none-waiting' }
  const now = deps.clock.now()
  const refunded = await refund(deps, job, effectsOf(job, now))
  if (refunded === 'now') logEnd(deps.log, job, now)
  return { next: refunded === 'later' ? 'later' : 'may-wait' }
}

function logEnd(
  log: LifecycleDeps['log'],
  { _id: jobId, userId, status, code, completedAt, createdAt }: JobState,
  now: Date,
) {
  const ms = (completedAt ?? now).getTime() - createdAt.getTime()
  log.info({ jobId, userId, status, ...(code && { code }), ms }, 'a job has ended')
}

/** A job that owes no call gives it back, one from the cache took none; its day has its end, and the account's totals grow by it. */
function effectsOf(job: JobState, now: Date): RemovalEffects {
  const { status, call, cached, code, completedAt = now } = job
  const field = status === 'completed' ? 'completed' : 'failed'
  const hour = `recent.${hourKey(completedAt)}`
  const measured = measuredTimeOf(job)
  const error = measured && estimateErrorOf(measured.tookMs, measured.expectedMs)
  const failure = `${hour}.failures.${failureKey(code)}`
  return {
    refund: call?.owed || cached ? 0 : 1,
    usageDay: dayOf(completedAt),
    count: {
      [`totals.${field}`]: 1,
      [`recent.${tenMinutesKey(completedAt)}.${field}`]: 1,
      [`${hour}.${field}`]: 1,
      ...(field === 'failed' && { [`${failure}.jobs`]: 1 }),
      ...(error?.isInTime && { [`${hour}.estimates.inTime`]: 1 }),
      ...(error && { [`${hour}.estimates.off.${error.offKey}`]: 1 }),
    },
    ...(field === 'failed' && { sentence: { [`${failure}.error`]: failureSentence(job) } }),
  }
}
