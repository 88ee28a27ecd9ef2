import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'
import type { Reply } from '../domain/reply.ts'

export const replyWritten = ({ jobId, attempt }: StepRequest, userId: string, { text, ...work }: Reply) =>
  eventOf(ReplyWritten, { userId, version: attempt, data: { jobId, attempt, reply: text, ...work } })
