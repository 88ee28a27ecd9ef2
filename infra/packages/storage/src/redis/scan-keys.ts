import { Cluster } from 'ioredis'
import type { RedisClient } from './open.ts'

/** The names of all keys that fit a pattern (as of `SCAN`), some at a time, from every primary of a Cluster. */
export async function* scanKeys(redis: RedisClient, match: string): AsyncGenerator<string[]> {
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis])
    for await (const keys of node.scanStream({ match, count: 1_000 })) if (keys.length > 0) yield keys as string[]
}

/** Removes every key that fits a pattern. */
export async function removeKeys(redis: RedisClient, match: string): Promise<void> {
  for await (const keys of scanKeys(redis, match)) await Promise.all(keys.map((key) => redis.unlink(key)))
}
