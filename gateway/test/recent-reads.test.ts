import { randomUUID } from 'node:crypto'
import { type Credential, credentialKey, credentialPrefix, revokedMark } from '@utter/contracts/credential'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { watchKeys } from '@utter/storage/redis/watched-keys'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { createCopies } from '../src/limits/copies.ts'
import { rememberReads } from '../src/limits/recent-reads.ts'
import { createRedisLimits, type RedisLimits } from '../src/limits/redis-limits.ts'

const log = createLog('gateway', 'silent')
const redis = openRedis(inject('backing').REDIS_URL, log)
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').gateway, log)
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))

/** A copy as account fills it. */
async function copyOf(own: Partial<Credential> = {}) {
  const hash = randomUUID()
  const credential: Credential = {
    userId: randomUUID(),
    tier: 'free',
    signedUpAt: '2026-01-15T09:00:00.000Z',
    keyId: hash,
    scopes: ['jobs:write'],
    rate: 10,
    expiresAt: null,
    version: 1,
    ...own,
  }
  const write = (change: Partial<Credential> = {}) =>
    redis.set(credentialKey(hash), JSON.stringify({ ...credential, ...change }), 'EX', 60)
  await write()
  return { hash, userId: credential.userId, write }
}

/** A replica's limits, and how often they asked Redis. */
async function openReplica({ watches = true } = {}) {
  const asking = createRedisLimits(own, 0, createCopies())
  let asked = 0
  const counted: RedisLimits = {
    ...asking,
    check(query) {
      asked++
      return asking.check(query)
    },
  }
  let isWatching = () => false
  const limits = rememberReads(counted, (onChanged) => {
    const watched = watchKeys(own, credentialPrefix, onChanged, log)
    isWatching = () => watches && watched.isWatching()
    return { ...watched, isWatching }
  })
  onTestFinished(() => limits[Symbol.dispose]())
  if (watches) await eventually('changes are heard of', async () => isWatching())
  const read = (hash: string, readsPerMinute = 100_000) =>
    limits.check({ hash, visitor: 'nobody', spends: false, readsPerMinute })
  return { limits, read, asked: () => asked }
}

test('Redis is asked once for many reads of one credential, and learns of all of them', async () => {
  const { hash, userId } = await copyOf()
  const { read, asked } = await openReplica()
  for (let i = 0; i < 200; i++) expect(await read(hash)).toMatchObject({ allowed: true, credential: { userId } })
  expect(asked()).toBeLessThan(10)
  // Reads that were taken in advance, and not used, are returned.
  await eventually('each is counted once', async () => (await redis.get(`rate:read:${userId}`)) === '200')
  expect(await redis.pttl(`rate:read:${userId}`)).toBeGreaterThan(0)
})

test('a read after the answer of a change has that change: a revocation, other rights, the end of a copy', async () => {
  const { hash, write } = await copyOf()
  const { read } = await openReplica()
  for (let round = 0; round < 50; round++) {
    await write({ tier: 'free' })
    await read(hash)
    await write({ tier: 'creator' })
    // A request comes in a turn of its own.
    await new Promise(setImmediate)
    expect((await read(hash)).credential?.tier).toBe('creator')
  }
  await redis.del(credentialKey(hash))
  await new Promise(setImmediate)
  expect(await read(hash)).toMatchObject({ credential: null, isRevoked: false })
  await redis.set(credentialKey(hash), revokedMark, 'EX', 60)
  await new Promise(setImmediate)
  expect(await read(hash)).toMatchObject({ credential: null, isRevoked: true })
})

test('a revocation of which no word comes is heeded within a second or so', async () => {
  const { hash } = await copyOf()
  const asking = createRedisLimits(own, 0, createCopies())
  const limits = rememberReads(asking, () => ({ isWatching: () => true, [Symbol.dispose]() {} }))
  onTestFinished(() => limits[Symbol.dispose]())
  const read = () => limits.check({ hash, visitor: 'nobody', spends: false, readsPerMinute: 100_000 })
  await read()
  await redis.set(credentialKey(hash), revokedMark, 'EX', 60)
  const revokedMs = performance.now()
  expect((await read()).isRevoked).toBe(false)
  await eventually('the key is refused', async () => (await read()).isRevoked)
  expect(performance.now() - revokedMs).toBeLessThan(2_000)
})

test('an answer of before a change is not kept, though it comes after the word of it', async () => {
  const { hash, write } = await copyOf()
  let changed: (rest: string | undefined) => void = () => {}
  const asking = createRedisLimits(own, 0, createCopies())
  const late: RedisLimits = {
    ...asking,
    async check(query) {
      const answer = await asking.check(query)
      await write({ tier: 'creator' })
      changed(hash)
      return answer
    },
  }
  const limits = rememberReads(late, (onChanged) => {
    changed = onChanged
    return { isWatching: () => true, [Symbol.dispose]() {} }
  })
  onTestFinished(() => limits[Symbol.dispose]())
  const query = { hash, visitor: 'nobody', spends: false, readsPerMinute: 100_000 }
  expect((await limits.check(query)).credential?.tier).toBe('free')
  expect((await limits.check(query)).credential?.tier).toBe('creator')
})

test('while changes are not heard of, each read asks', async () => {
  const { hash } = await copyOf()
  const { read, asked } = await openReplica({ watches: false })
  for (let i = 0; i < 20; i++) await read(hash)
  expect(asked()).toBe(20)
})

test('three replicas together allow no more reads than the limit, with two keys of one account at once', async () => {
  const one = await copyOf()
  const other = await copyOf({ userId: one.userId })
  const replicas = await Promise.all([openReplica(), openReplica(), openReplica()])
  let allowed = 0
  for (let i = 0; i < 120; i++) {
    for (const { read } of replicas) {
      const answers = await Promise.all([read(one.hash, 200), read(other.hash, 200)])
      allowed += answers.filter((answer) => answer.allowed).length
    }
  }
  expect(allowed).toBeLessThanOrEqual(200)
  expect(allowed).toBeGreaterThan(180)
})

test('what spends, and a key that is bound to networks, ask each time', async () => {
  const { hash } = await copyOf()
  const { limits, read, asked } = await openReplica()
  const spend = () => limits.check({ hash, visitor: 'nobody', spends: true, readsPerMinute: 100_000 })
  const left = [(await spend()).remaining, (await spend()).remaining, (await spend()).remaining]
  expect(left).toEqual([9, 8, 7])
  expect(asked()).toBe(3)
  const bound = await copyOf({ networks: ['10.0.0.0/8'] })
  for (let i = 0; i < 5; i++) expect((await read(bound.hash)).isUncounted).toBe(true)
  expect(asked()).toBe(8)
})
