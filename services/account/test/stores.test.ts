import { randomUUID } from 'node:crypto'
import { type Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import { unauthorized, unavailable } from '@utter/http/problem'
import { openMongo } from '@utter/storage/mongo'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { hashOf } from '../src/domain/tokens.ts'
import { keyOf, newUser, type User } from '../src/domain/user.ts'
import { type AttemptLimit, openAttempts } from '../src/store/attempts.ts'
import { openCredentialCache } from '../src/store/credential-cache.ts'
import { openUsers, type UserStore } from '../src/store/users.ts'

const log = createLog('account', 'silent')
const closing = new AsyncDisposableStack()
let redis: Redis
let users: UserStore
beforeAll(async () => {
  redis = openRedis(inject('backing').REDIS_URL, log)
  closing.defer(async () => void (await redis.quit()))
  const mongo = await openMongo(inject('backing').MONGO_URL, `account-${randomUUID().slice(0, 8)}`, log)
  closing.defer(() => mongo.close())
  users = await openUsers(mongo.connection)
  await whenReady(redis)
})
afterAll(() => closing.disposeAsync())

describe('the copy of a credential', () => {
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
  ])('%s', async (_name, acts, expected) => {
    const copies = openCredentialCache(redis)
    const hash = randomUUID()
    for (const act of acts) await (act === 'revoke' ? copies.revoke(hash) : copies.fill(hash, credential(act)))
    const present = await redis.get(credentialKey(hash))
    if (expected === 'revoked') expect(present).toBe(revokedMark)
    else expect(JSON.parse(present ?? '{}').version).toBe(expected)
  })
  test('whatever fills race, the newest version stays', async () => {
    const copies = openCredentialCache(redis)
    const hash = randomUUID()
    await Promise.all([3, 9, 1, 7, 9, 2, 8].map((version) => copies.fill(hash, credential(version))))
    expect(JSON.parse((await redis.get(credentialKey(hash))) ?? '{}').version).toBe(9)
  })
  test('lives a minute; the mark of a revoked one longer than any copy', async () => {
    const copies = openCredentialCache(redis)
    const hash = randomUUID()
    await copies.fill(hash, credential(1))
    const ofCopy = await redis.ttl(credentialKey(hash))
    await copies.revoke(hash)
    const ofMark = await redis.ttl(credentialKey(hash))
    expect(ofCopy).toBeLessThanOrEqual(60)
    expect(ofCopy).toBeGreaterThan(50)
    expect(ofMark).toBeGreaterThan(120)
  })
})

describe('attempts', () => {
  const limit = (who: string, more: Partial<AttemptLimit> = {}): AttemptLimit => ({
    what: 'log-in',
    who: [who],
    max: 3,
    windowSeconds: 60,
    ...more,
  })
  const refused = { status: 429, code: 'too_many_attempts' }
  test('are allowed up to their number, each who for itself, then refused until the window is over', async () => {
    const attempts = openAttempts(redis)
    const [who, other] = [randomUUID(), randomUUID()]
    for (let i = 0; i < 3; i++) await attempts.take([limit(who)])
    await expect(attempts.take([limit(who)])).rejects.toMatchObject(refused)
    await attempts.take([limit(other)])
    await attempts.take([limit(who, { what: 'sign-up' })])
  })
  test('later ones do not make the window longer', async () => {
    const attempts = openAttempts(redis)
    const who = randomUUID()
    await attempts.take([limit(who, { windowSeconds: 30 })])
    await attempts.take([limit(who, { windowSeconds: 9_999 })])
    const error = await attempts.take([limit(who, { max: 1 })]).catch((fault) => fault)
    expect(Number(error.headers['retry-after'])).toBeLessThanOrEqual(30)
  })
  test('of several limits are taken all or none, and given back once each', async () => {
    const attempts = openAttempts(redis)
    const [used, free] = [randomUUID(), randomUUID()]
    const giveBack = await attempts.take([limit(used, { max: 1 })])
    for (let i = 0; i < 5; i++)
      await expect(attempts.take([limit(free), limit(used, { max: 1 })])).rejects.toMatchObject(refused)
    await giveBack()
    for (let i = 0; i < 3; i++) await attempts.take([limit(free)])
    await attempts.take([limit(used, { max: 1 })])
  })
  test('that were wrong stay taken; those that were right, and those that a fault of ours ended, are given back', async () => {
    const attempts = openAttempts(redis)
    const who = randomUUID()
    const ends = (error?: Error) =>
      attempts.during([limit(who)], async () => {
        if (error) throw error
        return 'right'
      })
    for (let i = 0; i < 5; i++) expect(await ends()).toBe('right')
    for (const error of [unavailable(), new Error('no')]) {
      for (let i = 0; i < 5; i++) await expect(ends(error)).rejects.toBe(error)
    }
    const wrong = unauthorized()
    for (let i = 0; i < 3; i++) await expect(ends(wrong)).rejects.toBe(wrong)
    await expect(ends()).rejects.toMatchObject(refused)
  })
  test('past a limit with pauses are made again when the pause is over, and the next pause is longer', async () => {
    const attempts = openAttempts(redis)
    const paused = limit(randomUUID(), { max: 1, pauses: true })
    const pauseSeconds = async () =>
      Number((await attempts.take([paused]).catch((fault) => fault)).headers['retry-after'])
    // As if the last was made so long ago.
    const wait = async (seconds: number) => {
      const [key = ''] = (await redis.keys('attempts:log-in:*:last')).filter((name) =>
        name.includes(hashOf(paused.who[0] ?? '')),
      )
      await redis.set(key, Number(await redis.get(key)) - seconds)
    }
    await attempts.take([paused])
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await pauseSeconds()).toBe(seconds)
      await wait(seconds + 1)
      await attempts.take([paused])
    }
  })
  test('are kept under no readable name', async () => {
    const who = `${randomUUID()}@example.com`
    await openAttempts(redis).take([limit(who)])
    expect(await redis.keys(`*${who}*`)).toEqual([])
  })
})

describe('names and addresses', () => {
  const aUser = (username: string, email: string): User =>
    newUser(randomUUID(), { username, email, passwordHash: 'x' }, new Date('2026-03-20T12:00:00Z'))
  test.each([
    ['Ada', 'ada', true],
    ['ADA@Example.com', 'ada@example.com', true],
    // The full-width form of the same letters.
    ['Ａｄａ', 'ada', true],
    ['ﬁne', 'FINE', true],
    ['Straße', 'strasse', false],
    ['ada', 'ada ', false],
  ])('%s and %s are the same: %s', (one, two, same) => {
    expect(keyOf(one) === keyOf(two)).toBe(same)
  })
  test('of two sign-ups at once with one name one wins, and the other is told which was taken', async () => {
    const name = randomUUID()
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((username) => users.insert(aUser(username, `${randomUUID()}@x.example`))),
    )
    expect(answers.filter((answer) => answer === 'username')).toHaveLength(1)
    const email = `${randomUUID()}@x.example`
    await users.insert(aUser(randomUUID(), email))
    expect(await users.insert(aUser(randomUUID(), email.toUpperCase()))).toBe('email')
    expect((await users.byEmail(email.toUpperCase()))?.email).toBe(email)
  })
  test('what others say of an account is taken in the order of its versions', async () => {
    const user = aUser(randomUUID(), `${randomUUID()}@x.example`)
    await users.insert(user)
    const now = new Date()
    const hear = (version: number, subscriptionTier: 'pro' | 'starter') =>
      users.heard(user._id, 'billingVersion', version, { subscriptionTier }, now)
    expect((await hear(2, 'pro'))?.version).toBe(2)
    expect(await hear(1, 'starter')).toBeNull()
    expect(await hear(2, 'starter')).toBeNull()
    expect((await users.read(user._id))?.subscriptionTier).toBe('pro')
  })
})
