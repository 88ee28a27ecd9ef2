import { ChatStarted } from '@utter/contracts/events/chat-started'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const chatStarted = (deps: ConductDeps) =>
  on(ChatStarted, (data, { userId }) =>
    fold(deps, userId, data.jobId, steps.chatStarted(data.attempt, deps.clock.now())),
  )
