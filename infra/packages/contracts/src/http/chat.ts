import * as z from 'zod/mini'
import { defaultSessionId, limits } from '../jobs.ts'
import { requiredText, sentBody } from './fields.ts'

/** `POST /api/chat`. A sessionId other than the default remembers its last turns. */
export const ChatRequest = sentBody({
  message: requiredText('Message', limits.replyText),
  sessionId: z._default(requiredText('Session ID', limits.id), defaultSessionId),
})
export const ChatAnswer = z.object({ response: z.string() })
/** The unnamed event of a reply that is streamed. Its last one is `done` with a `ChatAnswer`, or `error`. */
export const ChatPiece = z.object({ text: z.string() })
/** The event `error` of a stream, whose status is sent already. */
export const StreamError = z.object({ error: z.string(), code: z.string() })
