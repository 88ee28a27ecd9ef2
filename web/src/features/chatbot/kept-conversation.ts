import * as z from 'zod/mini'
import { randomId } from '../../lib/browser/random-id.ts'
import { readDraft } from '../../lib/drafts.ts'
import { t } from '../../lib/language/words.ts'
import { firstMessages } from './conversation.ts'
import { isGenerating, type Message } from './message.ts'

/** The draft in which this tab keeps it, over other screens and a reload, until log-out. */
export const keptConversation = 'chat'

/** Messages that are kept: the storage of a tab has some megabytes. */
const maxMessages = 200

const optional = z.optional(z.string())
const Failure = z.object({ reason: z.string(), refusedVoiceId: optional })
const Kept = z.object({
  sessionId: z.string(),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.object({ id: z.string(), role: z.literal('user'), content: z.string(), failure: z.optional(Failure) }),
      z.object({
        id: z.string(),
        role: z.literal('assistant'),
        content: z.string(),
        jobId: optional,
        progress: z.optional(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('thinking') }),
            z.object({ kind: z.literal('speaking'), liveUrl: optional }),
            z.object({ kind: z.literal('spoken'), audioUrl: z.string(), durationMs: z.optional(z.number()) }),
            z.object({ kind: z.literal('silent'), reason: z.string(), refusedVoiceId: optional }),
            z.object({ kind: z.literal('stopped') }),
          ]),
        ),
      }),
    ]),
  ),
})

export interface Conversation {
  /** The model remembers the conversation by it. */
  sessionId: string
  messages: Message[]
}

export const newConversation = (): Conversation => ({ sessionId: randomId(), messages: firstMessages })

/** The conversation of this tab, or a new one. A question of which no job is known can be asked again. */
export function readConversation(): Conversation {
  const kept = Kept.safeParse(readDraft(keptConversation)).data
  if (!kept) return newConversation()
  const messages = (kept.messages as Message[]).filter(
    (message) => !isGenerating(message) || ('jobId' in message && message.jobId !== undefined),
  )
  return {
    sessionId: kept.sessionId,
    messages: messages.map((message, at) =>
      message.role === 'user' && messages[at + 1]?.role !== 'assistant' && !message.failure
        ? { ...message, failure: { reason: t('Failed to process request'), refusedVoiceId: undefined } }
        : message,
    ),
  }
}

export const toKeep = ({ sessionId, messages }: Conversation): Conversation => ({
  sessionId,
  messages: messages.slice(-maxMessages),
})
