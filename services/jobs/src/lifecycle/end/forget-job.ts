import type { LifecycleDeps } from '../../deps.ts'
import type { JobState } from '../../domain/job/job.ts'
import { countedUntil } from '../../domain/job/lifetime.ts'

/** recipe 16: a deleted job's document is removed once nothing counts it any more. Without an allowance the account is being erased, and it with it. */
export async function forgetJob(
  { jobs, allowances, clock }: Pick<LifecycleDeps, 'jobs' | 'allowances' | 'clock'>,
  job: JobState,
): Promise<void> {
  const allowance = await allowances.read(job.userId)
  if (!allowance) return
  const until = countedUntil(job, allowance, clock.now())
  if (until) await jobs.forgetLater(job, until)
  else await jobs.forget(job)
}
