import type { RedisClient } from '@utter/storage/redis/open'

export type UsedProofs = ReturnType<typeof createUsedProofs>

/** Challenges that were solved, in Redis until they expire: each is good for one sign-up. */
export const createUsedProofs = (redis: RedisClient) => ({
  /** Whether this is its first use. */
  take: async (nonce: string, seconds: number): Promise<boolean> =>
    (await redis.set(`proof:${nonce}`, 1, 'EX', seconds, 'NX')) !== null,
})
