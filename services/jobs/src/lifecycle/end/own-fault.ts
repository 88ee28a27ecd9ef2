import type { LifecycleDeps } from '../../deps.ts'
import type { Job } from '../../domain/job/job.ts'
import { isOwnFault, maxFreeOwnFaults, ownFaultsMs } from '../../domain/job/own-faults.ts'

/** Whether a failure is the account's own fault, and costs. Two at once may both be the last free one: no loss. */
export async function ownFaultOf({ jobs, clock }: Pick<LifecycleDeps, 'jobs' | 'clock'>, job: Job, code: string) {
  if (!isOwnFault(job, code)) return { ownFault: false, owed: false }
  const since = new Date(clock.now().getTime() - ownFaultsMs)
  return { ownFault: true, owed: (await jobs.countOwnFaults(job.userId, since, maxFreeOwnFaults)) >= maxFreeOwnFaults }
}
