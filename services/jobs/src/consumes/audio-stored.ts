import { AudioStored } from '@utter/contracts/events/audio-stored'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/steps.ts'

/** The job is completed: its audio has its final name, its call is owed, and the account's next job becomes active. */
export const audioStored = (deps: LifecycleDeps) =>
  on(AudioStored, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, steps.audioStored(data.audio, deps.clock.now())),
  )
