import { basename } from 'node:path'
import { maxCompletionTokens } from '@utter/contracts/settings'
import { VendorError } from '@utter/contracts/vendor-error'
import { type ChatHistoryItem, getLlama, LlamaChatSession, LlamaLogLevel, resolveChatWrapper } from 'node-llama-cpp'
import type { ChatProvider, ChatTurn } from '../domain/chat-model.ts'
import { instructionFor } from '../domain/instruction.ts'
import { oneAtATime } from '../domain/one-at-a-time.ts'
import { replyText } from '../domain/reply-text.ts'

/** The wait for a turn, and the reply after it: together within a step's time (CHAT_LIMIT_MS). */
const maxWaitMs = 25_000
const maxReplyMs = 30_000

/** Bytes of weights below which a model knows very little: one of 135 million parameters has 0.1 GB, one of 1.5 billion 1.1 GB. */
const smallModelBytes = 600e6

export type LocalChatOptions = {
  /** A GGUF file. */
  path: string
  /** The same seed answers the same question alike; from the clock when not given. */
  seed?: number
  /** Time after which a reply ends with its last whole sentence, as it does at the token limit. */
  replyMs?: number
}

/**
 * A chat model in this process by llama.cpp: one thread, one answer at a time. Measured on two cores with a model of 135 M
 * parameters: four at once take four times as long each, and 50 MB more apiece, so others wait their turn instead. A model of 1.5 B begins
 * after a second and writes 6 to 10 tokens in each: a long reply is ended by its time, since another attempt would take as long.
 * Loading takes a second or two and rejects when the file is no model. It never downloads and never compiles anything.
 */
export async function openLocalChat({ path, seed, replyMs = maxReplyMs }: LocalChatOptions): Promise<ChatProvider> {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
  })
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize: { max: 4096 }, sequences: 1, threads: 1 })
  const contextSequence = context.getSequence()
  // Found out once: the search compiles templates and holds up this thread for half a second.
  const chatWrapper = resolveChatWrapper(model)
  const inTurn = oneAtATime(maxWaitMs)

  // The context's other tokens are for the instruction, a few earlier turns and the reply.
  const maxQuestionTokens = context.contextSize - maxCompletionTokens - 300

  const answer = async (
    { turns, language }: { turns: ChatTurn[]; language?: string | undefined },
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ) => {
    const question = turns.at(-1)?.content ?? ''
    if (model.tokenize(question).length > maxQuestionTokens)
      throw new VendorError('permanent', 'text_too_long', 'The text is too long for the chat model')
    const session = new LlamaChatSession({
      contextSequence,
      chatWrapper,
      systemPrompt: instructionFor(language),
      autoDisposeSequence: false,
    })
    const ended = new AbortController()
    const startedMs = performance.now()
    let untilMs: number | undefined
    const onTextChunk = (piece: string) => {
      const nowMs = performance.now()
      // However long the question was read, there is time for a sentence.
      untilMs ??= Math.max(startedMs + replyMs, nowMs + replyMs / 3)
      if (nowMs > untilMs) ended.abort()
      onText?.(piece)
    }
    try {
      session.setChatHistory([...session.getChatHistory(), ...turns.slice(0, -1).map(remembered)])
      const before = contextSequence.tokenMeter.usedOutputTokens
      const { responseText, stopReason } = await session.promptWithMeta(question, {
        maxTokens: maxCompletionTokens,
        temperature: 0.2, // above it, a small model invents
        // Without it a small model repeats one phrase until its tokens are spent.
        repeatPenalty: { lastTokens: 128, penalty: 1.15, frequencyPenalty: 0.3, presencePenalty: 0.2 },
        signal: AbortSignal.any([signal, ended.signal]),
        stopOnAbortSignal: true,
        onTextChunk,
        ...(seed === undefined ? {} : { seed }),
      })
      signal.throwIfAborted()
      return {
        raw: responseText,
        wasCut: stopReason === 'maxTokens' || stopReason === 'abort',
        tokens: contextSequence.tokenMeter.usedOutputTokens - before,
      }
    } catch (error) {
      signal.throwIfAborted()
      throw new VendorError('transient', 'chat_unavailable', 'The chat model is not available', { cause: error })
    } finally {
      session.dispose()
    }
  }

  // The first answer compiles more of them; afterwards this thread is never held up for more than some 10 ms.
  await answer({ turns: [{ role: 'user', content: 'Hello' }] }, AbortSignal.timeout(60_000))

  return {
    name: 'local',
    model: basename(path, '.gguf'),
    modelClass: model.size < smallModelBytes ? 'small' : 'good',
    async reply(request, { signal, onText }) {
      const { raw, wasCut, tokens } = await inTurn(() => answer(request, signal, onText), signal)
      const text = replyText({ raw, wasCut, ...request })
      return { text, tokens }
    },
    async close() {
      await context.dispose()
      await model.dispose()
      await llama.dispose()
    },
  }
}

const remembered = ({ role, content }: ChatTurn): ChatHistoryItem =>
  role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] }
