import { randomUUID } from 'node:crypto'
import { type Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import { privateKeyOf } from '@utter/http/identity-keys'
import { createCopySigner } from '@utter/storage/redis/credential-copy'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { afterAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { createCredentialCache } from '../../src/store/credential-cache.ts'

const log = createLog('account', 'silent')
const redis = openRedis(inject('backing').REDIS_URL, log)
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').account, log)
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))

const copyOf = createCopySigner(privateKeyOf(createTestIdentity().privateKeys.account))
const credential = (version: number): Credential => ({
  userId: randomUUID(),
  tier: 'free',
  signedUpAt: '2026-01-15T09:00:00.000Z',
  scopes: [],
  rate: 10,
  expiresAt: null,
  version,
})
test.each<[string, (number | 'revoke')[], number | 'revoked']>([
  ['is what was filled', [1], 1],
  ['is replaced by a newer one', [1, 2], 2],
  ['is replaced by the same version, whose time begins again', [2, 2], 2],
  ['is not replaced by an older one that comes late', [3, 1, 2], 3],
  ['is gone when it is revoked', [1, 'revoke'], 'revoked'],
  ['does not come back by a late fill', [1, 'revoke', 1, 2, 9], 'revoked'],
  ['may be revoked before it was filled', ['revoke', 1], 'revoked'],
])('a cached credential %s', async (_name, acts, expected) => {
  const cache = createCredentialCache(own, copyOf)
  const hash = randomUUID()
  for (const act of acts) await (act === 'revoke' ? cache.revoke(hash) : cache.fill(hash, credential(act)))
  const present = await redis.get(credentialKey(hash))
  if (expected === 'revoked') expect(present).toBe(revokedMark)
  else expect(JSON.parse(present ?? '{}').version).toBe(expected)
})
test('whatever fills race, the newest version stays', async () => {
  const cache = createCredentialCache(own, copyOf)
  const hash = randomUUID()
  await Promise.all([3, 9, 1, 7, 9, 2, 8].map((version) => cache.fill(hash, credential(version))))
  expect(JSON.parse((await redis.get(credentialKey(hash))) ?? '{}').version).toBe(9)
})
test('a cached credential lives a minute, the mark of a revoked one longer than any of them', async () => {
  const cache = createCredentialCache(own, copyOf)
  const hash = randomUUID()
  await cache.fill(hash, credential(1))
  const ofEntry = await redis.ttl(credentialKey(hash))
  await cache.revoke(hash)
  const ofMark = await redis.ttl(credentialKey(hash))
  expect(ofEntry).toBeLessThanOrEqual(60)
  expect(ofEntry).toBeGreaterThan(50)
  expect(ofMark).toBeGreaterThan(120)
})
test('a change of the account leaves an entry its end, and puts one for some seconds where there is none', async () => {
  const cache = createCredentialCache(own, copyOf)
  const [present, absent] = [randomUUID(), randomUUID()]
  await cache.fill(present, credential(1))
  await redis.expire(credentialKey(present), 30)
  for (const hash of [present, absent]) await cache.replace(hash, credential(2))
  const [ofPresent = 0, ofAbsent = 0] = await Promise.all(
    [present, absent].map((hash) => redis.ttl(credentialKey(hash))),
  )
  expect([ofPresent > 25, ofPresent <= 30, ofAbsent > 5, ofAbsent <= 10]).toEqual([true, true, true, true])
  // A fill that began before the change comes late, and is refused.
  for (const hash of [present, absent]) {
    await cache.fill(hash, credential(1))
    expect(JSON.parse((await redis.get(credentialKey(hash))) ?? '{}').version).toBe(2)
  }
})
