import type { Models } from '../processes/processes.ts'
import type { Report } from '../report.ts'
import { prepareChatModel } from './chat-model.ts'
import { prepareFlite } from './flite.ts'
import { prepareKokoro } from './kokoro.ts'
import { preparePico } from './pico.ts'
import { prepareVoice } from './voice.ts'

/** `fetchGoodChat`: fetches a better chat model than the one at `chatModelPath`, for a platform that runs already. */
export type PreparedModels = Models & { fetchGoodChat?: () => Promise<string> }

type Options = { cacheDir: string; env: NodeJS.ProcessEnv; report: Report; signal?: AbortSignal }

/**
 * The voices and, where no vendor writes the replies, the chat model, each fetched once. A model that cannot be had is
 * reported and left out.
 */
export async function prepareModels(options: Options): Promise<PreparedModels> {
  const { env, report, signal } = options
  const remoteChat = Boolean(env.OPENAI_API_KEY || env.OPENAI_BASE_URL)
  const [voice, kokoro, pico, flite, chat] = await Promise.all([
    prepareVoice(options),
    env.NATURAL_VOICES === 'off' ? undefined : prepareKokoro(options),
    preparePico(options),
    prepareFlite(options),
    remoteChat ? undefined : prepareChatModel(options),
  ])
  signal?.throwIfAborted() // A model whose download was broken off is not missing.
  for (const one of [voice, kokoro, pico, flite, chat]) if (one && 'missing' in one) report(one.missing)
  return {
    ...('dir' in voice && { voiceDir: voice.dir }),
    ...(kokoro && 'dir' in kokoro && { kokoroDir: kokoro.dir }),
    ...('dir' in pico && { picoDir: pico.dir }),
    ...('dir' in flite && { fliteDir: flite.dir }),
    ...(chat && 'path' in chat && { chatModelPath: chat.path }),
    ...(chat && 'path' in chat && chat.fetchGood && { fetchGoodChat: chat.fetchGood }),
  }
}
