import { credentialKey } from '@utter/contracts/credential'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { removeKeys } from '@utter/storage/redis/scan-keys'
import { createLog } from '@utter/telemetry/log'

/**
 * Removes the copies of sessions and keys: those that are not in the backup must not be valid. All else in Redis is
 * made again, or counts attempts.
 */
export async function clearCredentials(url: string): Promise<void> {
  const redis = openRedis(url, createLog('operator', 'warn'))
  try {
    await whenReady(redis)
    await removeKeys(redis, credentialKey('*'))
  } finally {
    redis.disconnect()
  }
}
