import { Problem } from '@utter/http/problem'

export type StreamLimit = {
  /**
   * Counts one more stream of the account. Called before anything is awaited, or many at once would pass the check.
   * @returns ends the count, once however often it is called. @throws Problem 429 when the account has its maximum
   */
  acquire(userId: string): () => void
}

/** A limit on open streams. @param maxPerAccount on this replica, those being opened included */
export function createStreamLimit(maxPerAccount: number): StreamLimit {
  const counts = new Map<string, number>()
  return {
    acquire(userId) {
      const count = counts.get(userId) ?? 0
      if (count >= maxPerAccount)
        throw new Problem(429, 'too_many_streams', 'Too many open streams', { headers: { 'retry-after': '5' } })
      counts.set(userId, count + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (counts.get(userId) ?? 1) - 1
        if (left > 0) counts.set(userId, left)
        else counts.delete(userId)
      }
    },
  }
}
