import { Problem, unavailable } from '@utter/http/problem'

export type StreamLimit = {
  /**
   * Counts one more stream of the account. Called before anything is awaited, or many at once would pass the check.
   * @returns ends the count, once however often it is called
   * @throws Problem 429 when the account has its maximum, 503 when this replica has
   */
  acquire(userId: string): () => void
}

/** Numbers of open streams on this replica, those being opened included. */
export type MaxStreams = {
  ofAccount: number
  /** A stream costs memory alone, which no measure of processor time bounds. */
  inAll: number
}

/** Seconds from which on, and up to twice as many, a client waits that found a replica full: all at once would find the next one so. */
const minRetrySeconds = 2

export function createStreamLimit(max: MaxStreams): StreamLimit {
  const counts = new Map<string, number>()
  let all = 0
  return {
    acquire(userId) {
      const count = counts.get(userId) ?? 0
      if (count >= max.ofAccount)
        throw new Problem(429, 'too_many_streams', 'Too many open streams', { headers: { 'retry-after': '5' } })
      if (all >= max.inAll)
        throw unavailable(undefined, minRetrySeconds + Math.floor(Math.random() * (minRetrySeconds + 1)))
      counts.set(userId, count + 1)
      all += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        all -= 1
        const left = (counts.get(userId) ?? 1) - 1
        if (left > 0) counts.set(userId, left)
        else counts.delete(userId)
      }
    },
  }
}
