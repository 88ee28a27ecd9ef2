import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The percent rises, and the worker's time begins again. */
export const speechProgressed = (deps: LifecycleDeps) =>
  on(SpeechProgressed, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, (job) =>
      steps.speechProgressed(job, data.done, data.attempt, deps.clock.now()),
    ),
  )
