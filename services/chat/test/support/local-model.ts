import { resolve } from 'node:path'
import { prepareChatModel } from '@utter/local/models/chat-model'

const cacheDir = process.env.UTTER_CACHE ?? resolve(import.meta.dirname, '../../../.cache')

/** The real small chat model, fetched on the first run of the tests. */
export async function localModelPath(): Promise<string> {
  const model = await prepareChatModel({ cacheDir, env: { LOCAL_CHAT_MODEL: 'small' }, report: console.log })
  if ('missing' in model) throw new Error(model.missing)
  return model.path
}
