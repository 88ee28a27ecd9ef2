import { Problem } from '@utter/http/problem'
import type { Redis } from 'ioredis'
import { hashOf } from '../domain/tokens.ts'

export type Attempts = ReturnType<typeof openAttempts>

/** Counts in Redis of what may be tried only so often; without Redis nothing may be tried. */
export function openAttempts(redis: Redis) {
  const keyOf = (what: string, who: string) => `attempts:${what}:${hashOf(who)}`
  return {
    /** @throws Problem 429 when `who` has used up what the window allows */
    async check(what: string, who: string, most: number): Promise<void> {
      const key = keyOf(what, who)
      if (Number(await redis.get(key)) < most) return
      const seconds = Math.max(1, await redis.ttl(key))
      throw new Problem(429, 'too_many_attempts', 'Too many attempts, try again later', {
        headers: { 'retry-after': String(seconds) },
      })
    },
    async count(what: string, who: string, windowSeconds: number): Promise<void> {
      const key = keyOf(what, who)
      await redis.multi().set(key, 0, 'EX', windowSeconds, 'NX').incr(key).exec()
    },
  }
}
