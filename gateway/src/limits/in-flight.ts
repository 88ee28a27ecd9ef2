import { countRefused, releaseWith } from '@utter/http/limits/limit-in-flight'
import { tooManyAtOnce } from '@utter/http/problem'
import type { FastifyReply } from 'fastify'

export type InFlight = ReturnType<typeof createInFlight>

/**
 * The requests in flight of each sender, limited in this replica before a destination's slot is taken, so that one sender cannot take
 * all slots. Counted in this process: one more round trip would slow down every request to refuse a few.
 */
export function createInFlight(kind: 'address' | 'account', max: number) {
  const counts = new Map<string, number>()
  return {
    /** Counts a request until its response has ended. @throws Problem 429 when `max` are in flight */
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
