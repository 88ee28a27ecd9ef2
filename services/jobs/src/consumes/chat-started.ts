import { ChatStarted } from '@utter/contracts/events/chat-started'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The job is `processing`: a worker writes its reply, and has 60 s for it. */
export const chatStarted = (deps: LifecycleDeps) =>
  on(ChatStarted, (data, { userId }) =>
    applyStep(deps, userId, data.jobId, steps.chatStarted(data.attempt, deps.clock.now())),
  )
