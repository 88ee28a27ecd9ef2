import { readFileSync } from 'node:fs'
import type { SpeakRequest, SpeechProvider, SpokenChunk } from '../../src/domain/voice.ts'
import { patience, usual } from './local-voice.ts'

export type Spoken = { samples: Float32Array; sampleRate: number; durationMs: number; chunks: SpokenChunk[] }

/** A whole text from a provider, joined as the worker joins it. */
export async function spoken(
  provider: SpeechProvider,
  text: string,
  {
    voiceId = 'joe',
    settings = usual,
    signal = patience().signal,
    ...more
  }: Partial<SpeakRequest> & { signal?: AbortSignal } = {},
): Promise<Spoken> {
  const chunks: SpokenChunk[] = []
  for await (const chunk of provider.speak({ text, voiceId, settings, ...more }, { signal })) chunks.push(chunk)
  const lengthOf = ({ samples, sampleRate, pauseMs }: SpokenChunk) =>
    samples.length + Math.round((pauseMs * sampleRate) / 1000)
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk.samples, at)
    at += lengthOf(chunk)
  }
  const sampleRate = chunks[0]?.sampleRate ?? 0
  return { samples, sampleRate, durationMs: (samples.length * 1000) / sampleRate, chunks }
}

/** The longest time that this thread could not answer while `work` ran, in milliseconds, but for what it waited for a core that others had. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const now = () => performance.now() - waitedForCoreMs()
  let last = now()
  const timer = setInterval(() => {
    longest = Math.max(longest, now() - last - 5)
    last = now()
  }, 5)
  await work()
  clearInterval(timer)
  return longest
}

/** The time that this thread could have run and had no core, in milliseconds: the second figure of Linux' `schedstat`, in ns; 0 elsewhere. */
function waitedForCoreMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1_000_000
  } catch {
    return 0
  }
}
