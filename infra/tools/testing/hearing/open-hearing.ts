import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { Whisper } from './prepare-whisper.ts'

/** `language` is its code of two letters, as Whisper took it. */
const Heard = z.object({
  text: z.string(),
  language: z.string(),
  /** Seconds from the beginning of the file. */
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })),
})
export type Heard = z.infer<typeof Heard>

export type Hearing = {
  /** The words of a sound file. Whisper finds out the language where none is given, in the first 30 s. */
  hear(path: string, language?: string): Promise<Heard>
  pid: number | undefined
  close(): Promise<void>
}

/** Whisper in one process on one core, which is loaded once; files wait for each other. It ends with this process. */
export function openHearing({ python, env, modelDir }: Whisper): Hearing {
  const child = spawn(python, [join(import.meta.dirname, 'whisper.py'), modelDir], {
    // It has the model at hand, and asks no hub for it.
    env: { ...env, HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  // A failure to start or to write shows as an end without an answer.
  for (const part of [child, child.stdin]) part.on('error', () => {})
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid,
    async hear(path, language) {
      child.stdin.write(`${JSON.stringify({ path, language })}\n`)
      const { done, value } = await answers.next()
      if (done) throw new Error(`Whisper ended before it had heard ${path}`)
      return Heard.parse(JSON.parse(value))
    },
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
