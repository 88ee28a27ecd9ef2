import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** A vendor is unavailable: the step is requested again at the time that the worker reported. */
export const stepPostponed = (deps: LifecycleDeps) =>
  on(StepPostponed, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, (job) =>
      steps.postponed(job, data.stage, data.attempt, new Date(data.until), deps.clock.now()),
    ),
  )
