import { open } from 'node:fs/promises'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'

/** Read above every screen; more of a file is left out. */
const maxCharacters = 300

export type OperatorNotice = AsyncDisposable & {
  /** Empty: there is none. */
  text(): string
}

/** The operator's notice to everybody, from a text file that is read again each five seconds. Without a path, or a file, there is none. */
export async function openNotice(path: string | undefined, log: Log, lookEveryMs = 5_000): Promise<OperatorNotice> {
  if (path === undefined) return { text: () => '', [Symbol.asyncDispose]: async () => {} }
  let text = ''
  const look = async () => {
    text = await readStart(path)
  }
  await look().catch((error) => log.warn({ err: error }, 'the notice was not read'))
  const watch = repeatEvery(lookEveryMs, 'notice', log, look)
  return { text: () => text, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() }
}

async function readStart(path: string): Promise<string> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4 * maxCharacters) })
    const text = buffer.toString('utf8', 0, bytesRead).replaceAll(/\s+/g, ' ').trim()
    return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
