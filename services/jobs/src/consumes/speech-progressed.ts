import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const speechProgressed = (deps: ConductDeps) =>
  on(SpeechProgressed, (data, { userId }) =>
    fold(deps, userId, data.jobId, (job) => steps.speechProgressed(job, data.done, data.attempt, deps.clock.now())),
  )
