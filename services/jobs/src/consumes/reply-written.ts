import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The reply is stored, and speech requested: the events of the new state are published with it. */
export const replyWritten = (deps: LifecycleDeps) =>
  on(ReplyWritten, ({ jobId, attempt: _, reply, ...work }, { userId }) =>
    applyStep(deps, userId, jobId, steps.replyWritten(reply, work, deps.clock.now())),
  )
