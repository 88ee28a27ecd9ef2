import { StepFailed } from '@utter/contracts/events/step-failed'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'
import { isOwnFault, maxFreeOwnFaults, ownFaultsMs } from '../domain/job/own-faults.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The job has failed for good: its call is refunded, but for one of too many that the account's own text has caused. */
export const stepFailed = (deps: LifecycleDeps) =>
  on(StepFailed, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, async (job) =>
      steps.failed(job, { ...data, ...(await faultOf(deps, job, data.code)) }, deps.clock.now()),
    ),
  )

/** Whether a failure is the account's own fault, and costs. Two at once may both be the last free one: no loss. */
async function faultOf({ jobs, clock }: LifecycleDeps, job: Job, code: string) {
  if (!isOwnFault(job, code)) return { ownFault: false, owed: false }
  const since = new Date(clock.now().getTime() - ownFaultsMs)
  return { ownFault: true, owed: (await jobs.countOwnFaults(job.userId, since, maxFreeOwnFaults)) >= maxFreeOwnFaults }
}
