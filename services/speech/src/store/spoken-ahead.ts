import { setTimeout as pause } from 'node:timers/promises'
import type { RedisClient } from '@utter/storage/redis/open'
import * as z from 'zod/mini'
import type { SpokenAhead } from '../domain/live/spoken-ahead.ts'
import type { SoundedPhoneme } from '../domain/words/sounded-phonemes.ts'
import type { SoundedWords } from '../domain/words/sounded-words.ts'

const Phoneme = z.object({ phoneme: z.string(), endMs: z.number() })
/** `words` are the beginnings and ends of the words, one after the other, as versions before wrote them; `phonemes` those of each. */
const About = z.object({
  sampleRate: z.number(),
  words: z.optional(z.array(z.number())),
  phonemes: z.optional(z.array(z.array(Phoneme))),
  take: z.string(),
})

/** Time for a step to take what was spoken before it. */
const lifetimeMs = 30_000
/** Time after which a process that says nothing more is taken for dead. */
const holdMs = 1_000
/** Longest wait for a sentence that is being spoken: less than what it takes to speak it again. */
const maxWaitMs = 3_000
const lookEveryMs = 50
const maxSample = 32_767

/**
 * Pieces in Redis: `ahead:<job>` has the samples of each, in 16 bit, and beside them their rate, their take and the times of their words and phonemes; `ahead:<job>:held` is
 * there while a sentence is being spoken.
 */
export function createSpokenAhead(redis: RedisClient): SpokenAhead {
  const keyOf = (jobId: string) => `ahead:${jobId}`
  const heldOf = (jobId: string) => `${keyOf(jobId)}:held`
  const takeNow = async (jobId: string, key: string) => {
    const [samples, about] = await redis.hmgetBuffer(keyOf(jobId), key, `${key} about`)
    if (!samples || !about) return undefined
    await redis.hdel(keyOf(jobId), key, `${key} about`)
    const { words: ms, phonemes, ...known } = About.parse(JSON.parse(String(about)))
    const words = ms && wordsOf(ms, phonemes)
    const pcm = new Int16Array(new Uint8Array(samples).buffer)
    return { samples: Float32Array.from(pcm, (sample) => sample / maxSample), ...known, ...(words && { words }) }
  }
  const take: SpokenAhead['take'] = async (jobId, key) => {
    const untilMs = performance.now() + maxWaitMs
    for (;;) {
      // Asked before: a sentence that ends in between is found.
      const isHeld = await redis.exists(heldOf(jobId))
      const found = await takeNow(jobId, key)
      if (found || !isHeld || performance.now() > untilMs) return found
      await pause(lookEveryMs)
    }
  }
  return {
    async put(jobId, key, { samples, words, ...known }) {
      const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * maxSample))
      const about = JSON.stringify({ ...known, ...(words && flat(words)) })
      await redis.hset(keyOf(jobId), key, Buffer.from(pcm.buffer), `${key} about`, about)
      await redis.pexpire(keyOf(jobId), lifetimeMs)
    },
    take: (jobId, key) => take(jobId, key).catch(() => undefined),
    async hold(jobId) {
      await redis.set(heldOf(jobId), '1', 'PX', holdMs)
    },
    async leave(jobId) {
      await redis.del(heldOf(jobId))
    },
  }
}

const flat = (words: SoundedWords) => ({
  words: words.flatMap(({ startMs, endMs }) => [startMs, endMs]),
  phonemes: words.map(({ phonemes }) => phonemes),
})

const wordsOf = (ms: number[], phonemes: SoundedPhoneme[][] = []): SoundedWords =>
  Array.from({ length: Math.floor(ms.length / 2) }, (_, index) => ({
    startMs: ms[2 * index] ?? 0,
    endMs: ms[2 * index + 1] ?? 0,
    phonemes: phonemes[index] ?? [],
  }))
