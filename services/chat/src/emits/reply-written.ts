import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { fact } from '@utter/messaging/fact'
import type { Asked } from '@utter/messaging/worker'
import type { Reply } from '../domain/reply.ts'

export const replyWritten = ({ jobId, attempt }: Asked, userId: string, { text, tokens, model }: Reply) =>
  fact(ReplyWritten, { userId, version: attempt, data: { jobId, attempt, reply: text, tokens, model } })
