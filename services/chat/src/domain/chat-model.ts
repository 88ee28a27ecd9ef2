import type { ChatModelClass } from '@utter/contracts/settings'

export type ChatTurn = { role: 'user' | 'assistant'; content: string }

/** `text` is ready to be spoken; `tokens` counts what the model wrote. */
export type ChatReply = { text: string; tokens: number }

/**
 * A vendor of chat. `turns` are oldest first and end with the user's; the instruction is the provider's to add, with the `language` of the reply
 * (BCP 47; absent: that of the question).
 * `onText` receives the raw pieces as they are written; only `text` is cleaned. Throws a `VendorError`, or the signal's reason when it aborts.
 */
export type ChatProvider = {
  name: string
  model: string
  /** Absent where there is no model. */
  modelClass?: ChatModelClass
  reply(
    request: { turns: ChatTurn[]; language?: string | undefined },
    options: { signal: AbortSignal; onText?: (piece: string) => void },
  ): Promise<ChatReply>
  close(): Promise<void>
}
