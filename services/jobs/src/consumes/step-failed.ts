import { StepFailed } from '@utter/contracts/events/step-failed'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../domain/steps.ts'

export const stepFailed = (deps: ConductDeps) =>
  on(StepFailed, (data, { userId }) =>
    fold(deps, userId, data.jobId, (job) =>
      steps.failed(job, data.stage, data.attempt, data.code, data.error, deps.clock.now()),
    ),
  )
