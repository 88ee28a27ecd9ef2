import { randomUUID } from 'node:crypto'
import { credentialKey } from '@utter/contracts/credential'
import { privateKeyOf } from '@utter/http/identity-keys'
import { createCopySigner, createCopyVerifier } from '@utter/storage/redis/credential-copy'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'

const identity = createTestIdentity()
const account = createCopySigner(privateKeyOf(identity.privateKeys.account))
// All tests come from one network, whose calls of a day are not at issue.
const unbound = { FREE_CALLS_PER_NETWORK: '0' }
const verifying = { ...unbound, IDENTITY_PUBLIC_KEYS: identity.publicKeysText }
const gateway = await closedAfterAll(openGateway(verifying))
type Key = ReturnType<typeof gateway.createKey>

const put = ({ hash }: Pick<Key, 'hash'>, text: string) => gateway.redis.set(credentialKey(hash), text, 'EX', 60)
const read = ({ headers }: Key, { url } = gateway) => fetch(`${url}/api/jobs`, { headers })
const spend = ({ headers }: Key, { url } = gateway) =>
  fetch(`${url}/api/tts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"userText":"a"}',
  })
const lookupsOf = ({ hash }: Key, { lookups } = gateway) => lookups.filter((one) => one === hash).length

test('a copy that account has signed is believed, and account is not asked', async () => {
  const key = gateway.createKey()
  await put(key, account(key.hash, key.credential))
  for (const ask of [read, spend, read]) expect((await ask(key)).status).toBe(200)
  expect(lookupsOf(key)).toBe(0)
})

const stranger = createTestIdentity()
const another = createCopySigner(privateKeyOf(stranger.privateKeys.account))
const longAgo = createCopySigner(privateKeyOf(identity.privateKeys.account), () => Date.now() - 121_000)
test.each<[string, (key: Key) => string]>([
  ['has no signature', ({ credential }) => JSON.stringify(credential)],
  ['another has signed', ({ hash, credential }) => another(hash, credential)],
  ['was signed for another token', ({ credential }) => account(randomUUID(), credential)],
  ['was signed so long ago that no copy lives', ({ hash, credential }) => longAgo(hash, credential)],
  ['was changed', ({ hash, credential }) => account(hash, credential).replace('"rate":1000000', '"rate":9999999')],
  ['is no JSON', () => 'garbage'],
])('a copy that %s makes nobody’s key valid', async (_name, textOf) => {
  const forged = gateway.createKey()
  gateway.forget(forged)
  await put(forged, textOf(forged))
  for (const ask of [read, spend]) expect((await ask(forged)).status).toBe(401)
})

test('a forged copy of a real key gives it no other account, whatever version it claims, and account’s word counts in its place', async () => {
  const key = gateway.createKey(undefined, 50)
  const [victim, version] = [randomUUID(), 1_000_000]
  const forged = JSON.stringify({ ...key.credential, userId: victim, rate: 100_000, version })
  // Account's fill does not take the place of a higher version.
  gateway.signsCopies(() => forged)
  await put(key, forged)
  const answer = await spend(key)
  expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '50'])
  expect((await read(key)).status).toBe(200)
  expect(await gateway.redis.exists(`rate:spend:${victim}`)).toBe(0)
  expect(await gateway.redis.zcard(`rate:spend:${key.credential.userId}`)).toBe(1)
})

test('copies of an account that does not sign yet are confirmed by it, and believed from then on', async () => {
  await using beside = await openGateway(verifying)
  const [reading, spending] = [beside.createKey(), beside.createKey()]
  for (let i = 0; i < 3; i++) {
    expect((await read(reading, beside)).status).toBe(200)
    expect((await spend(spending, beside)).status).toBe(200)
  }
  // For a read the copy is made first, and confirmed by the next one.
  expect([lookupsOf(reading, beside), lookupsOf(spending, beside)]).toEqual([2, 1])
})

test('a gateway without keys believes copies with and without a signature', async () => {
  await using plain = await openGateway(unbound)
  const [signed, unsigned] = [plain.createKey(), plain.createKey()]
  await put(signed, account(signed.hash, signed.credential))
  await put(unsigned, JSON.stringify(unsigned.credential))
  for (const key of [signed, unsigned]) {
    expect((await spend(key, plain)).status).toBe(200)
    expect(lookupsOf(key, plain)).toBe(0)
  }
})

test('while its key is being replaced account signs with either', () => {
  const verify = createCopyVerifier([
    ...(stranger.publicKeys.get('account') ?? []),
    ...(identity.publicKeys.get('account') ?? []),
  ])
  const { hash, credential } = gateway.createKey()
  for (const sign of [account, another]) expect(verify(hash, sign(hash, credential))).toBeGreaterThan(Date.now())
})
