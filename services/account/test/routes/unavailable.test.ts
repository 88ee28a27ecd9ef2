import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { serviceUnavailable } from '@utter/testing/problems'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { anAddress, callers, callerToken } from '../support/callers.ts'
import { type Account, aName, anEmail, type Method, openAccount, password } from '../support/open-account.ts'

const proxy = await closedAfterAll(openMongoProxy())
const account = await closedAfterAll(openAccount({}, proxy.url))
const member = await account.member()
// More than the commands of all requests below.
proxy.refuseNext(Array.from({ length: 1_000 }, () => ({ code: 50, codeName: 'MaxTimeMSExpired' })))

describe('while the database is unavailable', () => {
  const session = () => callerToken({ address: anAddress(), identity: member.session })
  test.each<[Method, string, () => string, () => unknown]>([
    ['POST', '/api/auth/signup', () => callers.visitor, () => ({ username: aName(), email: anEmail(), password })],
    ['POST', '/api/auth/login', () => callers.visitor, () => ({ email: member.email, password })],
    ['POST', '/api/auth/logout', session, () => undefined],
    ['GET', '/api/auth/me', session, () => undefined],
    ['POST', '/api/auth/update-email', session, () => ({ newEmail: anEmail(), password })],
    ['POST', '/api/keys', session, () => ({ name: 'k', scopes: ['jobs:read'] })],
    ['GET', '/api/keys', session, () => undefined],
    ['POST', '/api/keys/k/reroll', session, () => undefined],
    ['PUT', '/api/keys/k', session, () => ({ isPaused: true })],
    ['DELETE', '/api/keys/k', session, () => undefined],
    ['POST', '/internal/credentials', () => callers.internal('gateway'), () => ({ hash: 'h' })],
    ['GET', '/internal/accounts?email=a@example.com', () => callers.internal('operator'), () => undefined],
    ['PUT', '/internal/rates', () => callers.internal('operator'), () => ({ email: member.email, rate: 10 })],
    [
      'POST',
      '/internal/keys',
      () => callers.internal('operator'),
      () => ({ email: member.email, name: 'k', scopes: [] }),
    ],
    ['GET', '/internal/keys?email=a@example.com', () => callers.internal('operator'), () => undefined],
    ['DELETE', '/internal/keys/k?email=a@example.com', () => callers.internal('operator'), () => undefined],
  ])('%s %s is a 503', async (method, path, token, body) => {
    const answer = await account.request(method, path, token(), body())
    expect(answer).toMatchObject(serviceUnavailable)
  })
})

describe('while Redis is unavailable', () => {
  let alone: Account
  let owner: Awaited<ReturnType<Account['member']>>
  beforeAll(async () => {
    alone = await openAccount()
    owner = await alone.member()
    alone.ownRedis.disconnect()
  })
  afterAll(() => alone[Symbol.asyncDispose]())

  const session = () => callerToken({ address: anAddress(), identity: owner.session })
  test.each<[Method, string, () => string, () => unknown]>([
    ['POST', '/api/auth/signup', () => callers.visitor, () => ({ username: aName(), email: anEmail(), password })],
    ['POST', '/api/auth/login', () => callers.visitor, () => ({ email: owner.email, password })],
    ['POST', '/api/auth/logout', session, () => undefined],
    ['POST', '/api/auth/update-email', session, () => ({ newEmail: anEmail(), password })],
  ])('%s %s is a 503, and nothing changes', async (method, path, token, body) => {
    expect(await alone.request(method, path, token(), body())).toMatchObject(serviceUnavailable)
    expect(await alone.users.read(owner.userId)).toMatchObject({ version: 1 })
    expect(await alone.tokens.ofUser(owner.userId)).toHaveLength(1)
  })

  test('the account is shown, and gateways get their credentials', async () => {
    expect((await alone.request('GET', '/api/auth/me', session())).status).toBe(200)
    const [token] = await alone.tokens.ofUser(owner.userId)
    expect(
      await alone.request('POST', '/internal/credentials', callers.internal('gateway'), { hash: token?._id }),
    ).toMatchObject({
      status: 200,
      body: { credential: { userId: owner.userId } },
    })
  })

  test('a key is created, and is revoked only once Redis is back', async () => {
    const newKey = { email: owner.email, name: 'my laptop', scopes: [] }
    const { status, body } = await alone.internal('POST', '/internal/keys', newKey)
    expect(status).toBe(201)
    const hash = hashOf(body.key)
    expect(await alone.credentials.resolve(hash)).toMatchObject({ userId: owner.userId, keyId: body.id })

    const revoke = () => alone.internal('DELETE', `/internal/keys/${body.id}?email=${owner.email}`)
    expect(await revoke()).toMatchObject(serviceUnavailable)
    expect(await alone.credentials.resolve(hash)).not.toBeNull()
    await alone.ownRedis.connect()
    expect((await revoke()).status).toBe(200)
    expect(await alone.redis.get(credentialKey(hash))).toBe(revokedMark)
    expect(await alone.credentials.resolve(hash)).toBeNull()
  })
})
