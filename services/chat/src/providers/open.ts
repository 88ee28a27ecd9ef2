import type { Log } from '@utter/telemetry/log'
import type { Config } from '../config.ts'
import type { ChatProvider } from '../domain/chat-model.ts'
import { openLocalChat } from './local.ts'
import { openNoChat } from './none.ts'
import { openOpenAiChat } from './openai.ts'
import { traced } from './traced.ts'

/** The vendor that the environment chooses: a key or an address first, then the machine's own model. */
export async function openChatProvider(env: Config, log: Log): Promise<ChatProvider> {
  const provider = await choose(env)
  log.info({ provider: provider.name, model: provider.model }, 'the chat model')
  return traced(provider, hasVendor(env) ? new URL(env.OPENAI_BASE_URL ?? openAiUrl) : undefined)
}

const openAiUrl = 'https://api.openai.com/v1'

async function choose(env: Config): Promise<ChatProvider> {
  if (hasVendor(env))
    return openOpenAiChat({
      apiKey: env.OPENAI_API_KEY,
      baseURL: env.OPENAI_BASE_URL,
      model: env.CHAT_MODEL,
      timeoutMs: env.CHAT_LIMIT_MS,
    })
  return env.CHAT_MODEL_PATH ? openLocalChat({ path: env.CHAT_MODEL_PATH }) : openNoChat()
}

const hasVendor = ({ OPENAI_API_KEY, OPENAI_BASE_URL }: Config) => Boolean(OPENAI_API_KEY || OPENAI_BASE_URL)

/** The machine's own model answers one after the other; a second slot keeps the next question ready. */
export const slotsOf = (env: Config): number => env.CHAT_SLOTS ?? (hasVendor(env) ? 16 : 2)
