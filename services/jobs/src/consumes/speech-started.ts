import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const speechStarted = (deps: ConductDeps) =>
  on(SpeechStarted, (data, { userId }) =>
    fold(deps, userId, data.jobId, (job) => steps.speechStarted(job, data.attempt, deps.clock.now())),
  )
