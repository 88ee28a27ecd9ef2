import { randomUUID } from 'node:crypto'
import { credentialKey } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers } from '../../support/callers.ts'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()
const hash = (await account.tokens.ofUser(member.userId))[0]?._id ?? ''

const resolve = (body: unknown, token: string | undefined = callers.internal('gateway')) =>
  account.request('POST', '/internal/credentials', token, body)

test('200: the credential of a session, cached for the next request', async () => {
  await account.redis.del(credentialKey(hash))
  const { status, body } = await resolve({ hash })
  expect([status, body]).toEqual([
    200,
    {
      credential: {
        userId: member.userId,
        tier: 'free',
        signedUpAt: member.session.signedUpAt,
        sessionId: member.session.sessionId,
        verifiedAt: member.session.verifiedAt,
        scopes: ['jobs:write', 'jobs:read', 'usage:read'],
        addedScopes: ['jobs:delete'],
        rate: 10,
        expiresAt: expect.any(String),
        version: 1,
      },
    },
  ])
  expect(JSON.parse((await account.redis.get(credentialKey(hash))) ?? '')).toMatchObject(body.credential as object)
})

test('200: not cached when the gateway has found Redis unavailable', async () => {
  await account.redis.del(credentialKey(hash))
  expect((await resolve({ hash, cache: false })).body.credential).toMatchObject({ userId: member.userId })
  expect(await account.redis.exists(credentialKey(hash))).toBe(0)
})

test('200: a session lives 30 days from its last use, which is written once a day', async () => {
  const dayMs = 24 * 3_600_000
  const now = Date.now()
  const expiryAfterUse = async (usedMsAgo: number) => {
    await account.tokens.used(hash, new Date(now - usedMsAgo), new Date(now + dayMs))
    const { body } = await resolve({ hash })
    return (Date.parse(body.credential.expiresAt) - now) / dayMs
  }
  expect(await expiryAfterUse(dayMs - 60_000)).toBe(1)
  expect(await expiryAfterUse(dayMs + 60_000)).toBeGreaterThanOrEqual(30)
})

test('200: null for a session that has expired', async () => {
  const { userId } = await account.member()
  const [token] = await account.tokens.ofUser(userId)
  const expired = token?._id ?? ''
  await account.tokens.used(expired, new Date(), new Date(Date.now() - 1))
  expect(await resolve({ hash: expired })).toMatchObject({ status: 200, body: { credential: null } })
})

test('200: null for a token that was never made', async () => {
  expect(await resolve({ hash: randomUUID() })).toMatchObject({ status: 200, body: { credential: null } })
})

test.each<[unknown, string]>([
  [{}, 'hash'],
  [{ hash: 7 }, 'hash'],
  [{ hash: 'h', cache: 'no' }, 'cache'],
])('400: %j', async (body, field) => {
  expect(await resolve(body)).toMatchObject(invalid(field, `${field} is not valid`))
})
