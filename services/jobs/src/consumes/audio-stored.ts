import { AudioStored } from '@utter/contracts/events/audio-stored'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The job is completed: its audio has its final name, its call is owed, and the account's next job becomes active. */
export const audioStored = (deps: LifecycleDeps) =>
  on(AudioStored, ({ jobId, attempt: _, audio, ...work }, { userId }) =>
    applyStep(deps, userId, jobId, steps.audioStored(audio, work, deps.clock.now())),
  )
