import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { spokenTextOf } from '../domain/job/pronounced.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import { pronunciationsOf } from '../lifecycle/pronunciations-of.ts'
import * as steps from '../store/step-updates.ts'

/** The reply is stored with the text that is spoken of it, and speech requested: the events of the new state are published with it. */
export const replyWritten = (deps: LifecycleDeps) =>
  on(ReplyWritten, async ({ jobId, attempt: _, reply, ...work }, { userId }) => {
    const list = await pronunciationsOf(deps, userId)
    const written = (spokenText?: string) => steps.replyWritten(reply, work, deps.clock.now(), spokenText)
    if (list.length === 0) return applyStep(deps, userId, jobId, written())
    return applyStep(deps, userId, jobId, (job) =>
      written(spokenTextOf({ ...job, aiResponse: reply }, list, deps.versions())),
    )
  })
