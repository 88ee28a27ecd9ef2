import { randomUUID } from 'node:crypto'
import { createPeriodCounts, UsedUp } from '@utter/storage/counts/period-counts'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { afterAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'

const redis = openRedis(inject('backing').REDIS_URL, createLog('jobs', 'silent'))
await whenReady(redis)
afterAll(() => redis.quit())

let now = new Date('2026-03-20T23:59:30.500Z')
const clock = { now: () => now }
/** Two replicas. */
const [one, other] = [createPeriodCounts(redis, clock), createPeriodCounts(redis, clock)]
const [name, another] = [randomUUID(), randomUUID()]

test('fifty replicas take at once what is there for ten: ten get it, of both counts', async () => {
  const taking = Array.from({ length: 50 }, (_, i) =>
    (i % 2 ? one : other).take([
      { name, amount: 3, max: 32 },
      { name: another, amount: 1, max: 1_000 },
    ]),
  )
  const outcomes = await Promise.allSettled(taking)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await other.used([name, another])).toEqual([30, 10])
  // The two that are left can be taken.
  await one.take([{ name, amount: 2, max: 32 }])
})

test('who is refused is told until when, and which count it was', async () => {
  const refused = one.take([
    { name: another, amount: 1, max: 1_000 },
    { name, amount: 1, max: 32 },
  ])
  await expect(refused).rejects.toThrow(UsedUp)
  await expect(refused).rejects.toMatchObject({ count: name, secondsLeft: 30 })
})

test('what is given back is there again, once, and a day begins anew', async () => {
  const unused = randomUUID()
  const giveBack = await one.take([{ name: unused, amount: 5, max: 5 }])
  await giveBack()
  await giveBack()
  const giveBackLate = await other.take([{ name: unused, amount: 5, max: 5 }])
  now = new Date('2026-03-21T00:00:00.000Z')
  expect(await one.used([unused])).toEqual([0])
  await giveBackLate()
  expect(await one.used([unused])).toEqual([0])
  await one.take([{ name: unused, amount: 5, max: 5 }])
})

test('a count expires by itself', async () => {
  const brief = randomUUID()
  await one.take([{ name: brief, amount: 1, max: 1 }])
  const ttl = await redis.ttl(`day:2026-03-21:${brief}`)
  expect([ttl > 86_400, ttl <= 172_800]).toEqual([true, true])
})
