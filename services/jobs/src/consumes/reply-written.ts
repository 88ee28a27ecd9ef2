import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { on } from '@utter/messaging/handler'
import { fold } from '../conduct/fold.ts'
import type { ConductDeps } from '../deps.ts'
import * as steps from '../store/steps.ts'

export const replyWritten = (deps: ConductDeps) =>
  on(ReplyWritten, (data, { userId }) =>
    fold(deps, userId, data.jobId, steps.replyWritten(data.reply, deps.clock.now())),
  )
