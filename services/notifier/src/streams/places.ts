import { Problem } from '@utter/http/problem'

export type Places = {
  /**
   * A place for one more stream of the account, to be taken before anything is awaited: what is checked and taken later is taken by
   * many at once. The answer gives it back, once. @throws Problem 429 when the account has its most
   */
  take(userId: string): () => void
}

/** @param maxOfAccount streams that an account may have open on this replica, those being opened among them */
export function createPlaces(maxOfAccount: number): Places {
  const counts = new Map<string, number>()
  return {
    take(userId) {
      const count = counts.get(userId) ?? 0
      if (count >= maxOfAccount)
        throw new Problem(429, 'too_many_streams', 'Too many open streams', { headers: { 'retry-after': '5' } })
      counts.set(userId, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (counts.get(userId) ?? 1) - 1
        if (left > 0) counts.set(userId, left)
        else counts.delete(userId)
      }
    },
  }
}
