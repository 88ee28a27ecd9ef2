import { AudioStored } from '@utter/contracts/events/audio-stored'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const audioStored = (deps: ConductDeps) =>
  on(AudioStored, (data, { userId }) => fold(deps, userId, data.jobId, steps.audioStored(data.audio, deps.clock.now())))
