import { maxCompletionTokens } from '@utter/contracts/settings'
import { type Clock, systemClock } from '@utter/runtime/clock'
import { OpenAI } from 'openai'
import type { ChatProvider } from '../domain/chat-model.ts'
import { instructionFor } from '../domain/instruction.ts'
import { replyText } from '../domain/reply-text.ts'
import { tooLate } from '../domain/too-late.ts'
import { contentRefused, cutOff, vendorErrorOf } from './openai-errors.ts'

export type OpenAiOptions = {
  /** Absent for a compatible server that wants none. */
  apiKey?: string | undefined
  baseURL?: string | undefined
  model: string
  /** For the whole answer, not for its first byte. */
  timeoutMs?: number
  clock?: Clock
}

/**
 * OpenAI, or any service with its chat completions API. Streams. No driver retries: the worker retries, and paces itself by the failures
 * that `openai-errors.ts` calls transient.
 */
export function openOpenAiChat({
  apiKey,
  baseURL,
  model,
  timeoutMs = 58_000,
  clock = systemClock,
}: OpenAiOptions): ChatProvider {
  // The client reads its own environment for absent options, and refuses an empty key: hence a placeholder for no key.
  const client = new OpenAI({
    apiKey: apiKey || 'none',
    baseURL: baseURL || null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  })
  return {
    name: 'openai',
    model,
    modelClass: 'vendor',
    async reply({ turns, language }, { signal, onText }) {
      signal.throwIfAborted()
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        const stream = await client.chat.completions.create(
          {
            model,
            messages: [{ role: 'system', content: instructionFor(language) }, ...turns],
            max_completion_tokens: maxCompletionTokens,
            stream: true,
            stream_options: { include_usage: true },
          },
          { signal: AbortSignal.any([signal, deadline]) },
        )
        let raw = ''
        let pieces = 0
        let finish: string | undefined
        let tokens: number | undefined
        for await (const { choices, usage } of stream) {
          const [choice] = choices
          const piece = choice?.delta?.content ?? choice?.delta?.refusal ?? ''
          if (piece) {
            pieces++
            raw += piece
            onText?.(piece)
          }
          finish = choice?.finish_reason ?? finish
          tokens = usage?.completion_tokens ?? tokens
        }
        // An aborted stream of this client ends without an error.
        signal.throwIfAborted()
        if (deadline.aborted) throw tooLate()
        if (finish === 'content_filter') throw contentRefused()
        if (!finish) throw cutOff()
        const text = replyText({ raw, wasCut: finish === 'length', turns, language })
        return { text, tokens: tokens ?? pieces }
      } catch (error) {
        signal.throwIfAborted()
        if (deadline.aborted) throw tooLate(error)
        throw vendorErrorOf(error, clock.now())
      }
    },
    close: async () => {},
  }
}
