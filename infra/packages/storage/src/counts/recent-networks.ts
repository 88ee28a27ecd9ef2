import type { RedisClient } from '../redis/open.ts'

const lifetimeSeconds = 24 * 3_600

export type RecentNetworks = ReturnType<typeof createRecentNetworks>

/** The address from which an account submitted last, in Redis for a day: what its job costs later still counts for its network. */
export function createRecentNetworks(redis: RedisClient) {
  const keyOf = (userId: string) => `free-network:of:${userId}`
  return {
    /** Throws while Redis does not answer, as does the next. */
    async note(userId: string, address: string): Promise<void> {
      await redis.set(keyOf(userId), address, 'EX', lifetimeSeconds)
    },
    /** Empty where none is known. */
    of: async (userId: string): Promise<string> => (await redis.get(keyOf(userId))) ?? '',
  }
}
