import type { ConductDeps } from '../deps.ts'
import { bucketOf } from '../domain/allowance.ts'
import { hasEnded, type Job } from '../domain/job.ts'
import { dispatch } from './dispatch.ts'

/**
 * Recipe 4, also settlement: gives back the place of a job that is final or gone, and its call if none is owed. Guarded by
 * the job's id among the places, so however often it is done it counts once.
 * @param known the period that a job which may be gone was taken in
 */
export async function release(deps: ConductDeps, userId: string, jobId: string, known?: Date): Promise<void> {
  const { jobs, allowances, clock, log } = deps
  const now = clock.now()
  const job = await jobs.read(userId, jobId)
  if (job && !hasEnded(job)) return
  const period = job?.call?.period ?? known ?? (await memberPeriod(deps, userId, jobId))
  const back = job?.call?.owed ? 0 : 1
  let left = false
  for (const list of job ? (['places'] as const) : (['places', 'open'] as const)) {
    if (left || !period) break
    left = await allowances.leave(userId, list, { id: jobId, period }, back, job ? countOf(job, now) : {}, now)
  }
  if (job) {
    const neverHadAPlace = job.attempt === 0
    if (!left && neverHadAPlace && job.call && !job.call.owed) await allowances.askRecount(userId, now)
    const settled = await jobs.update({ _id: jobId, userId, settle: true }, { $unset: { settle: 1 } })
    if (settled && neverHadAPlace && !left) await allowances.count(userId, countOf(job, now), now)
    if (settled) {
      const ms = (job.completedAt ?? now).getTime() - job.createdAt.getTime()
      log.info({ jobId, userId, status: job.status, ...(job.code && { code: job.code }), ms }, 'a job has ended')
    }
  }
  await dispatch(deps, userId)
}

async function memberPeriod({ allowances }: ConductDeps, userId: string, jobId: string): Promise<Date | undefined> {
  const allowance = await allowances.read(userId)
  return [...(allowance?.places ?? []), ...(allowance?.open ?? [])].find(({ id }) => id === jobId)?.period
}

/** The account's totals grow by this job. */
function countOf(job: Job, now: Date): Record<string, number> {
  const field = job.status === 'completed' ? 'completed' : 'failed'
  return { [`totals.${field}`]: 1, [`recent.b${bucketOf(job.completedAt ?? now)}.${field}`]: 1 }
}
