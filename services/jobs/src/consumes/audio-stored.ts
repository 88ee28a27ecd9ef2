import { AudioStored } from '@utter/contracts/events/audio-stored'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/steps.ts'

export const audioStored = (deps: LifecycleDeps) =>
  on(AudioStored, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, steps.audioStored(data.audio, deps.clock.now())),
  )
