import { repeatEvery } from '@utter/runtime/repeat-every'
import type { RedisClient } from '@utter/storage/redis/open'
import { readVersions } from '@utter/storage/redis/setting-lines'
import type { Log } from '@utter/telemetry/log'
import type { PresentVersions } from '../domain/job/cache-key.ts'

const readEveryMs = 10_000

/**
 * The versions of the chat model and of the voices, as chat and speech write them to Redis. While Redis is unavailable
 * none is known: jobs are then spoken again.
 */
export function followVersions(redis: RedisClient, log: Log): { versions: () => PresentVersions } & AsyncDisposable {
  let present: PresentVersions = {}
  const read = async () => {
    present = await readVersions(redis).catch(() => ({}))
  }
  const readNow = () => void read()
  redis.on('ready', readNow)
  const loop = repeatEvery(readEveryMs, 'versions', log, read)
  return {
    versions: () => present,
    async [Symbol.asyncDispose]() {
      redis.off('ready', readNow)
      await loop[Symbol.asyncDispose]()
    },
  }
}
