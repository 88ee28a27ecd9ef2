import type { RedisClient } from '@utter/storage/redis/open'
import { hashOf } from '../domain/tokens.ts'

export type OnceValues = ReturnType<typeof createOnceValues>

/** Values in Redis that are good once, for a short time: of each a visitor has the secret, and only its hash is stored. */
export function createOnceValues(redis: RedisClient) {
  const keyOf = (kind: string, secret: string) => `once:${kind}:${hashOf(secret)}`
  return {
    async put(kind: string, secret: string, value: string, lifetimeMs: number): Promise<void> {
      await redis.set(keyOf(kind, secret), value, 'PX', lifetimeMs)
    },
    /** Null: it is over, was taken, or never was. */
    read: (kind: string, secret: string): Promise<string | null> => redis.get(keyOf(kind, secret)),
    /** The same for the one who is first; from then on it is gone. */
    take: (kind: string, secret: string): Promise<string | null> => redis.getdel(keyOf(kind, secret)),
  }
}
