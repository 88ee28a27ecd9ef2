import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const stepPostponed = (deps: ConductDeps) =>
  on(StepPostponed, (data, { userId }) =>
    fold(deps, userId, data.jobId, (job) =>
      steps.postponed(job, data.stage, data.attempt, new Date(data.until), deps.clock.now()),
    ),
  )
