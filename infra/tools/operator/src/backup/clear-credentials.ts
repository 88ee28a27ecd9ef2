import { credentialKey } from '@utter/contracts/credential'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'

/**
 * Removes the copies of sessions and keys: those that are not in the backup must not be valid. All else in Redis is
 * made again, or counts attempts.
 */
export async function clearCredentials(url: string): Promise<void> {
  const redis = openRedis(url, createLog('operator', 'warn'))
  try {
    await whenReady(redis)
    for await (const keys of redis.scanStream({ match: credentialKey('*'), count: 1_000 }))
      if (keys.length > 0) await redis.unlink(keys)
  } finally {
    redis.disconnect()
  }
}
