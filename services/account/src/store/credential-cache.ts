import {
  type Credential,
  copyLifetimeSeconds,
  credentialKey,
  markLifetimeSeconds,
  revokedMark,
} from '@utter/contracts/credential'
import type { Redis } from 'ioredis'

export type CredentialCache = ReturnType<typeof createCredentialCache>

// A late fill must not bring back a revoked credential, or the rights of an older version of the account.
const fillScript = `
local present = redis.call('GET', KEYS[1])
if present == ARGV[4] then return 0 end
if present and cjson.decode(present).version > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1`

/** Credentials in Redis, where gateways read them with each request. */
export function createCredentialCache(redis: Redis) {
  return {
    async fill(hash: string, credential: Credential): Promise<void> {
      await redis.eval(
        fillScript,
        1,
        credentialKey(hash),
        JSON.stringify(credential),
        credential.version,
        copyLifetimeSeconds,
        revokedMark,
      )
    },
    /** Resolves when Redis holds the mark: from then on no gateway lets the token pass. */
    async revoke(hash: string): Promise<void> {
      await redis.set(credentialKey(hash), revokedMark, 'EX', markLifetimeSeconds)
    },
  }
}
