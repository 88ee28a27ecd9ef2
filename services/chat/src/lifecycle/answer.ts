import { defaultSessionId } from '@utter/contracts/jobs'
import type { WorkDeps } from '../deps.ts'
import type { Reply } from '../domain/reply.ts'
import { countTokens } from '../metrics.ts'
import type { Turn } from '../store/conversations.ts'

export type Question = {
  userId: string
  /** The default one has no memory. */
  sessionId: string
  message: string
  /** BCP 47, of the reply; absent: that of the message. */
  language?: string | undefined
  /** A turn is remembered once under it, however often it is answered. */
  turnId: string
}

/** The turns that the model is sent before the message, oldest first: none in the default session. */
export const earlierTurns = async (
  { conversations, clock }: Pick<WorkDeps, 'conversations' | 'clock'>,
  { userId, sessionId }: Pick<Question, 'userId' | 'sessionId'>,
): Promise<Turn[]> => (remembers(sessionId) ? conversations.turns(userId, sessionId, clock.now()) : [])

const remembers = (sessionId: string) => sessionId !== defaultSessionId

export const charactersOf = (turns: Turn[]): number =>
  turns.reduce((sum, { message, reply }) => sum + message.length + reply.length, 0)

/** The model's reply, given the earlier turns of the conversation; the turn is remembered. */
export async function answer(
  { chat, conversations, deleted, clock }: Pick<WorkDeps, 'chat' | 'conversations' | 'deleted' | 'clock'>,
  { userId, sessionId, message, language, turnId }: Question,
  earlier: Turn[],
  options: { signal: AbortSignal; onText?: (piece: string) => void },
): Promise<Reply> {
  const { text, tokens } = await chat.reply(
    {
      turns: [
        ...earlier.flatMap((turn) => [
          { role: 'user' as const, content: turn.message },
          { role: 'assistant' as const, content: turn.reply },
        ]),
        { role: 'user', content: message },
      ],
      language,
    },
    options,
  )
  countTokens(chat.name, chat.model, tokens)
  if (remembers(sessionId)) {
    await conversations.remember(userId, sessionId, { id: turnId, message, reply: text }, clock.now())
    // Looked for afterwards: an account that is deleted meanwhile is erased before or found here.
    if (await deleted.has(userId)) await conversations.removeOf(userId)
  }
  return { text, tokens, model: chat.model, provider: chat.name }
}
