import type { KeyedHash } from '@utter/storage/keyed-hash'
import type { RedisClient } from '@utter/storage/redis/open'
import { nearNetwork } from '../domain/near-network.ts'

export type Sightings = ReturnType<typeof createSightings>

/**
 * Networks in which accounts signed up or logged in, in Redis for some hours, each under a keyed hash of both: a friend who signs up
 * there is taken for the referrer.
 * @param hours 0: none is remembered
 */
export function createSightings(redis: RedisClient, hash: KeyedHash, hours: number) {
  const keyOf = (userId: string, address: string) => `seen:${hash(`${userId} ${nearNetwork(address)}`)}`
  return {
    async add(userId: string, address: string): Promise<void> {
      if (hours > 0) await redis.set(keyOf(userId, address), 1, 'EX', hours * 3_600)
    },
    has: async (userId: string, address: string): Promise<boolean> =>
      (await redis.exists(keyOf(userId, address))) === 1,
  }
}
