import {
  type Credential,
  copyLifetimeSeconds,
  credentialKey,
  markLifetimeSeconds,
  revokedMark,
} from '@utter/contracts/credential'
import type { CopySigner } from '@utter/storage/redis/credential-copy'
import type { RedisClient } from '@utter/storage/redis/open'

export type CredentialCache = ReturnType<typeof createCredentialCache>

/**
 * Lifetime of an entry that a change of the account makes where there was none, in seconds: longer than any fill that began before the
 * change, and short, since the first use of a key is noted once its entry has expired.
 */
const placeholderSeconds = 10

// A late fill must not bring back a revoked credential, or the rights of an older version of the account.
const fillScript = `
local present = redis.call('GET', KEYS[1])
if present == ARGV[4] then return 0 end
if present and cjson.decode(present).version > tonumber(ARGV[2]) then return 0 end
if present and ARGV[5] == 'keep' then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
else redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3]) end
return 1`

/** Credentials in Redis, where gateways read them with each request, each signed: another process that can write there makes none. */
export function createCredentialCache(redis: RedisClient, copyOf: CopySigner) {
  const write = (hash: string, credential: Credential, seconds: number, lifetime: 'anew' | 'keep') =>
    redis.eval(
      fillScript,
      1,
      credentialKey(hash),
      copyOf(hash, credential),
      credential.version,
      seconds,
      revokedMark,
      lifetime,
    )
  return {
    async fill(hash: string, credential: Credential): Promise<void> {
      await write(hash, credential, copyLifetimeSeconds, 'anew')
    },
    /** Replaces an entry, which expires when it would have. */
    async replace(hash: string, credential: Credential): Promise<void> {
      await write(hash, credential, placeholderSeconds, 'keep')
    },
    /** Resolves when Redis holds the mark: from then on no gateway lets the token pass. */
    async revoke(hash: string): Promise<void> {
      await redis.set(credentialKey(hash), revokedMark, 'EX', markLifetimeSeconds)
    },
  }
}
