import { StepFailed } from '@utter/contracts/events/step-failed'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import { ownFaultOf } from '../lifecycle/end/own-fault.ts'
import * as steps from '../store/step-updates.ts'

/** The job has failed for good: its call is refunded, but for one of too many that the account's own text has caused. */
export const stepFailed = (deps: LifecycleDeps) =>
  on(StepFailed, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, async (job) =>
      steps.failed(job, { ...data, ...(await ownFaultOf(deps, job, data.code)) }, deps.clock.now()),
    ),
  )
