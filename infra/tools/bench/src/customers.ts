import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Credential, credentialKey, grantOf, keyPrefix, scopes } from '@utter/contracts/credential'
import { createIdentitySigner, identityHeader } from '@utter/http/identity'
import { privateKeyOf } from '@utter/http/identity-keys'
import { Redis } from 'ioredis'

/** A customer: through the gateway by a key, or at a service itself by a token that the gateway would sign. */
export type BenchCustomer = { userId: string; signedUpAt: string; key: string }

export const newCustomer = (): BenchCustomer => ({
  userId: randomUUID(),
  signedUpAt: new Date(Date.now() - 3_600_000).toISOString(),
  key: `${keyPrefix}${randomBytes(24).toString('base64url')}`,
})

/** Caches their keys in Redis, where the gateway looks, for the length of the run, with a rate that none reaches. */
export async function addCustomers(redisUrl: string, customers: BenchCustomer[]): Promise<void> {
  const redis = new Redis(redisUrl)
  try {
    for (const { userId, signedUpAt, key } of customers) {
      const credential: Credential = {
        userId,
        tier: 'enterprise',
        signedUpAt,
        keyId: randomUUID(),
        ...grantOf(scopes),
        rate: 1_000_000_000,
        expiresAt: null,
        version: 1,
      }
      const hash = createHash('sha256').update(key).digest('base64url')
      await redis.set(credentialKey(hash), JSON.stringify(credential))
    }
  } finally {
    redis.disconnect()
  }
}

/** Headers that a service takes from the gateway. They are good for a minute. @param identityKey the gateway's */
export function createSigned(identityKey: string, audience: string) {
  const signer = createIdentitySigner(privateKeyOf(identityKey), 'gateway')
  return ({ userId, signedUpAt }: BenchCustomer): Record<string, string> => ({
    [identityHeader]: signer.caller(audience, {
      address: '127.0.0.1',
      identity: { userId, tier: 'enterprise', signedUpAt, ...grantOf(scopes) },
    }),
  })
}
