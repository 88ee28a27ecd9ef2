import { countRefused, releaseWith } from '@utter/http/limit-in-flight'
import { Problem } from '@utter/http/problem'
import type { FastifyReply } from 'fastify'

export type InFlight = ReturnType<typeof createInFlight>

/**
 * Requests under way by who sends them, of which each may have so many in this replica: before a place at a door is taken, so
 * that nobody takes all of them. Counted in this process, since a round trip more would cost every request what this refuses to few.
 */
export function createInFlight(kind: 'address' | 'account', max: number) {
  const counts = new Map<string, number>()
  return {
    /** Held until the answer has ended. @throws Problem 429 while there are as many */
    take(key: string, reply: FastifyReply): void {
      const count = counts.get(key) ?? 0
      if (count >= max) {
        countRefused(kind)
        throw tooManyAtOnce()
      }
      counts.set(key, count + 1)
      releaseWith(reply, () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      })
    },
  }
}

const tooManyAtOnce = () =>
  new Problem(429, 'too_many_at_once', 'Too many requests at once, try again in a moment', {
    headers: { 'retry-after': '1' },
  })
