import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { scanKeys } from '@utter/storage/redis/scan-keys'
import { createLog } from '@utter/telemetry/log'
import { afterAll, describe, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { createCopies } from '../src/limits/copies.ts'
import { createRedisLimits, windowMs } from '../src/limits/redis-limits.ts'

const redis = openRedis(inject('backing').REDIS_URL, createLog('gateway', 'silent'))
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').gateway, createLog('gateway', 'silent'))
await Promise.all([redis, own].map((one) => whenReady(one)))
const limits = createRedisLimits(own, 40, createCopies())
afterAll(() => Promise.all([redis.quit(), own.quit()]))
async function keysLike(pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const keys of scanKeys(redis, pattern)) found.push(...keys)
  return found
}

/** Copies of an account's keys, as account fills them. */
async function keysOf(
  rate: number,
  count = 1,
  { userId = randomUUID(), scopes = ['jobs:write'], ...own }: Partial<Credential> = {},
): Promise<{ userId: string; hashes: string[] }> {
  const hashes = Array.from({ length: count }, () => randomUUID())
  for (const hash of hashes) {
    const credential: Credential = {
      userId,
      tier: 'free',
      signedUpAt: '2026-01-15T09:00:00.000Z',
      keyId: hash,
      scopes,
      rate,
      expiresAt: null,
      version: 1,
      ...own,
    }
    await redis.set(credentialKey(hash), JSON.stringify(credential), 'EX', 60)
  }
  return { userId, hashes }
}
const spend = (hash: string, visitor = randomUUID()) =>
  limits.check({ hash, visitor, spends: true, readsPerMinute: 1_000 })

test('of fifty requests at once an account may spend exactly its rate, and each response has what is left', async () => {
  const { hashes } = await keysOf(10)
  const answers = await Promise.all(Array.from({ length: 50 }, () => spend(hashes[0] ?? '')))
  const allowed = answers.filter((answer) => answer.allowed)
  expect(allowed.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  for (const { limit, resetMs } of answers) {
    expect(limit).toBe(10)
    expect(resetMs).toBeGreaterThan(windowMs - 5_000)
    expect(resetMs).toBeLessThanOrEqual(windowMs)
  }
})

test('two keys of one account share its rate, those of two accounts do not', async () => {
  const one = await keysOf(6, 2)
  const other = await keysOf(6)
  const answers = []
  for (let i = 0; i < 10; i++) answers.push(await spend(one.hashes[i % 2] ?? ''))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6)
  expect((await spend(other.hashes[0] ?? '')).allowed).toBe(true)
})

test('a key that may not spend uses up nothing of the rate by which its owner does', async () => {
  const { userId, hashes } = await keysOf(3)
  const reading = await keysOf(3, 1, { userId, scopes: ['jobs:read'] })
  for (let i = 0; i < 5; i++) expect((await spend(reading.hashes[0] ?? '')).limit).toBe(1_000)
  expect(await spend(hashes[0] ?? '')).toMatchObject({ allowed: true, remaining: 2 })
})

describe('the free accounts of one network', () => {
  const many = (count: number, own: Partial<Credential> = {}) =>
    Promise.all(Array.from({ length: count }, async () => (await keysOf(4, 1, own)).hashes[0] ?? ''))

  test('spend together a tenth of its day in a minute, of fifty requests at once too; others are not concerned', async () => {
    const [visitor, hashes] = [randomUUID(), await many(10)]
    const all = await Promise.all(Array.from({ length: 50 }, (_, i) => spend(hashes[i % 10] ?? '', visitor)))
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(4)
    const refused = await spend(hashes[0] ?? '', visitor)
    expect([refused.limit, refused.remaining]).toEqual([4, 0])
    expect(refused.resetMs).toBeLessThanOrEqual(windowMs)
    const [paid = ''] = await many(1, { tier: 'starter' })
    expect([await spend(paid, visitor), await spend(hashes[0] ?? '')].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
    ])
  })

  test('are refused until the day ends once its calls are spent, and what was refused is counted nowhere', async () => {
    const [visitor, userId] = [randomUUID(), randomUUID()]
    const [hash = ''] = await many(1, { userId })
    const today = `rate:network-day:{rate:network:address:${visitor}}`
    await redis.set(today, 39)
    expect((await spend(hash, visitor)).allowed).toBe(true)
    const refused = await spend(hash, visitor)
    const msLeft = 86_400_000 - (Date.now() % 86_400_000)
    expect(refused).toMatchObject({ allowed: false, limit: 40, remaining: 0 })
    expect(Math.abs(refused.resetMs - msLeft)).toBeLessThan(5_000)
    expect(await redis.get(today)).toBe('40')
    expect(await redis.zcard(`rate:spend:${userId}`)).toBe(1)
    expect(await redis.zcard(`rate:network:address:${visitor}`)).toBe(1)
    expect(Math.abs((await redis.pttl(today)) - msLeft)).toBeLessThan(5_000)
  })

  test('have at least the rate that one of them has been given', async () => {
    const [visitor, { hashes }] = [randomUUID(), await keysOf(12)]
    const all = await Promise.all(Array.from({ length: 15 }, () => spend(hashes[0] ?? '', visitor)))
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(12)
  })
})

test('a request may be made again as soon as one leaves the window, and not before', async () => {
  const { userId, hashes } = await keysOf(3)
  const hash = hashes[0] ?? ''
  for (let i = 0; i < 3; i++) expect((await spend(hash)).allowed).toBe(true)
  expect((await spend(hash)).allowed).toBe(false)
  // As if the oldest had been made almost a window ago.
  const log = `rate:spend:${userId}`
  const [oldest = ''] = await redis.zrange(log, '0', '0')
  const madeAt = Number(await redis.zscore(log, oldest))
  await redis.zadd(log, String(madeAt - (windowMs - 300)), oldest)
  const refused = await spend(hash)
  expect(refused.allowed).toBe(false)
  expect(refused.resetMs).toBeLessThanOrEqual(300)
  await pause(refused.resetMs + 5)
  expect((await spend(hash)).allowed).toBe(true)
  expect((await spend(hash)).allowed).toBe(false)
})

test('what was refused does not count', async () => {
  const { userId, hashes } = await keysOf(2)
  for (let i = 0; i < 20; i++) await spend(hashes[0] ?? '')
  expect(await redis.zcard(`rate:spend:${userId}`)).toBe(2)
})

test('reading is counted apart from spending', async () => {
  const { hashes } = await keysOf(1)
  const read = () => limits.check({ hash: hashes[0] ?? '', visitor: 'x', spends: false, readsPerMinute: 3 })
  expect((await spend(hashes[0] ?? '')).allowed).toBe(true)
  const reads = [await read(), await read(), await read(), await read()]
  expect(reads.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
})

test('visitors are counted by their address', async () => {
  const [here, there] = [randomUUID(), randomUUID()]
  const visit = (visitor: string) => limits.check({ hash: null, visitor, spends: false, readsPerMinute: 2 })
  expect(
    [await visit(here), await visit(here), await visit(here), await visit(there)].map((one) => one.allowed),
  ).toEqual([true, true, false, true])
})

test('a token without a copy is unknown, and one that was revoked is known to be so', async () => {
  const hash = randomUUID()
  expect(await spend(hash)).toMatchObject({ credential: null, isRevoked: false })
  await redis.set(credentialKey(hash), revokedMark, 'EX', 60)
  expect(await spend(hash)).toMatchObject({ credential: null, isRevoked: true })
})

describe('a copy that is known from before', () => {
  test('and revoked since leaves no request in the counts of its account', async () => {
    const { userId, hashes } = await keysOf(10, 1, { keyRate: 5 })
    const [hash = ''] = hashes
    const visitor = randomUUID()
    expect(await spend(hash, visitor)).toMatchObject({ allowed: true, remaining: 4 })
    await redis.set(credentialKey(hash), revokedMark, 'EX', 60)
    for (let i = 0; i < 3; i++) expect(await spend(hash, visitor)).toMatchObject({ isRevoked: true, credential: null })
    expect(await redis.zcard(`rate:spend:${userId}`)).toBe(1)
    expect(await redis.zcard(`rate:key:${hash}:{rate:spend:${userId}}`)).toBe(1)
    expect(await redis.get(`rate:network-day:{rate:network:address:${visitor}}`)).toBe('1')
    expect(await redis.get(`rate:read:address:${visitor}`)).toBe('3')
  })

  test('and has another rate and plan since is counted by those alone', async () => {
    const { userId, hashes } = await keysOf(10)
    const [hash = ''] = hashes
    const visitor = randomUUID()
    expect(await spend(hash, visitor)).toMatchObject({ limit: 10, remaining: 9 })
    const before = JSON.parse((await redis.get(credentialKey(hash))) ?? '')
    await redis.set(credentialKey(hash), JSON.stringify({ ...before, tier: 'creator', rate: 100 }), 'EX', 60)
    expect(await spend(hash, visitor)).toMatchObject({ limit: 100, remaining: 98, credential: { tier: 'creator' } })
    expect(await redis.zcard(`rate:spend:${userId}`)).toBe(2)
    expect(await redis.zcard(`rate:network:address:${visitor}`)).toBe(1)
  })
})

describe('the own rate of a key', () => {
  test('counts beside the one of its account, of fifty requests at once too', async () => {
    const { userId, hashes } = await keysOf(10, 1, { keyRate: 4 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend(hashes[0] ?? '')))
    const allowed = answers.filter((answer) => answer.allowed)
    expect(allowed.map(({ limit, remaining }) => [limit, remaining]).sort()).toEqual([
      [4, 0],
      [4, 1],
      [4, 2],
      [4, 3],
    ])
    // A request that the key's rate refused has taken nothing from the account's.
    expect([
      await redis.zcard(`rate:spend:${userId}`),
      await redis.zcard(`rate:key:${hashes[0]}:{rate:spend:${userId}}`),
    ]).toEqual([4, 4])
    const another = await keysOf(10, 1, { userId })
    expect(await spend(another.hashes[0] ?? '')).toMatchObject({ allowed: true, limit: 10, remaining: 5 })
  })
  test('is not used up by requests that the rate of the account refuses', async () => {
    const { userId, hashes } = await keysOf(3, 1, { keyRate: 5 })
    const [other = ''] = (await keysOf(3, 1, { userId })).hashes
    const [own = ''] = hashes
    expect(await spend(own)).toMatchObject({ allowed: true, limit: 3, remaining: 2 })
    for (let i = 0; i < 2; i++) await spend(other)
    expect(await spend(own)).toMatchObject({ allowed: false, limit: 3, remaining: 0 })
    expect(await redis.zcard(`rate:key:${own}:{rate:spend:${userId}}`)).toBe(1)
  })
  test('shows in each answer the one of the two rates that leaves fewer requests', async () => {
    const { userId, hashes } = await keysOf(4, 1, { keyRate: 3 })
    const [other = ''] = (await keysOf(4, 1, { userId })).hashes
    const [own = ''] = hashes
    const shown = []
    for (const hash of [own, other, other, own])
      shown.push(await spend(hash).then(({ allowed, limit, remaining }) => [allowed, limit, remaining]))
    expect(shown).toEqual([
      [true, 3, 2],
      [true, 4, 2],
      [true, 4, 1],
      [true, 4, 0],
    ])
  })
  test('is not for reading', async () => {
    const [hash = ''] = (await keysOf(10, 1, { keyRate: 1 })).hashes
    const read = () => limits.check({ hash, visitor: 'x', spends: false, readsPerMinute: 1_000 })
    for (let i = 0; i < 3; i++) expect((await read()).allowed).toBe(true)
    expect((await spend(hash)).allowed).toBe(true)
  })
})

test('a key that is bound to networks is counted only once its address is checked', async () => {
  const { userId, hashes } = await keysOf(2, 1, { networks: ['10.0.0.0/8'] })
  const [hash = ''] = hashes
  const visitor = randomUUID()
  for (let i = 0; i < 5; i++) expect(await spend(hash, visitor)).toMatchObject({ isUncounted: true, allowed: true })
  expect(await keysLike(`rate:*${userId}*`)).toEqual([])
  expect(await keysLike(`rate:*${visitor}*`)).toEqual([])
  const checked = () => limits.check({ hash, visitor, spends: true, readsPerMinute: 1_000, isInNetworks: true })
  expect(await checked()).toMatchObject({ isUncounted: false, allowed: true, limit: 2, remaining: 1 })
  expect([(await checked()).allowed, (await checked()).allowed]).toEqual([true, false])
})
