import { ReplyProgressed } from '@utter/contracts/events/reply-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const replyProgressed = ({ jobId, attempt }: StepRequest, userId: string, text: string) =>
  eventOf(ReplyProgressed, { userId, version: attempt, data: { jobId, attempt, text } })
