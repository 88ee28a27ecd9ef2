import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** A worker speaks the job: its time depends on the length of the text. */
export const speechStarted = (deps: LifecycleDeps) =>
  on(SpeechStarted, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, (job) => steps.speechStarted(job, data.attempt, deps.clock.now())),
  )
