import { randomUUID } from 'node:crypto'
import type { TierName } from '@utter/contracts/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumers } from '../src/app.ts'
import { cancel } from '../src/lifecycle/cancel.ts'
import { recount } from '../src/lifecycle/recount.ts'
import { submit } from '../src/lifecycle/submit.ts'
import { complete, completeAll } from './support/ends.ts'
import { type Conductor, openConductor, signedUpAt } from './support/open-lifecycle.ts'

let road: Conductor
beforeAll(async () => {
  road = await openConductor('jobs-periods')
})
afterAll(() => road.close())

const nextMonth = new Date('2026-04-15T09:00:00Z')
const start = new Date('2026-03-20T12:00:00Z')

async function billingSays(userId: string, version: number, tier: TierName, period?: { start: string; end: string }) {
  await consumers(road.deps)['billing-state'].handle(
    {
      tier,
      subscriptionStatus: 'active',
      signedUpAt: signedUpAt.toISOString(),
      ...(period && { periodStart: period.start, periodEnd: period.end }),
    },
    { userId, version, occurredAt: road.now().toISOString() },
  )
}

test('a month that is over is rolled by the first submission after it, once', async () => {
  road.goTo(start)
  const userId = await road.account('free', 1)
  await road.submit(userId)
  await expect(road.submit(userId)).rejects.toMatchObject({ status: 402 })
  await completeAll(road, userId)
  road.goTo(nextMonth)
  await Promise.all(Array.from({ length: 10 }, () => submit(road.deps, road.draft(userId), signedUpAt)))
  expect(await road.allowance(userId)).toMatchObject({
    period: nextMonth,
    periodEnd: new Date('2026-05-15T09:00:00Z'),
    used: 10,
    base: 0,
  })
  await completeAll(road, userId)
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})

test('the last moment of a month belongs to it', async () => {
  road.goTo(start)
  const userId = await road.account('free')
  road.goTo(new Date(nextMonth.getTime() - 1))
  const last = await road.submit(userId)
  expect(last.call?.period).toEqual(new Date('2026-03-15T09:00:00Z'))
  road.goTo(nextMonth)
  expect((await road.submit(userId)).call?.period).toEqual(nextMonth)
})

test.each(['completed', 'cancelled'])(
  'a job of the old month that is %s in the new one does not touch it',
  async (end) => {
    road.goTo(start)
    const userId = await road.account('free', 50)
    const old = await road.submit(userId)
    road.goTo(nextMonth)
    await road.submit(userId)
    expect((await road.allowance(userId)).used).toBe(1)
    if (end === 'completed') await complete(road, userId, old._id)
    else await cancel(road.deps, userId, old._id)
    expect((await road.allowance(userId)).used).toBe(1)
    expect(await recount(road.deps, userId)).toBe(true)
    expect((await road.allowance(userId)).used).toBe(1)
    await completeAll(road, userId)
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  },
)

test('jobs of the old month that wait keep their turn and weigh on it alone', async () => {
  road.goTo(start)
  const userId = await road.account('free')
  for (let i = 0; i < 5; i++) await road.submit(userId)
  road.goTo(nextMonth)
  await road.submit(userId)
  expect((await road.allowance(userId)).used).toBe(1)
  await completeAll(road, userId)
  await road.sweep(userId)
  expect(await road.allowance(userId)).toMatchObject({ used: 1, totals: { completed: 6, failed: 0 } })
  expect(await road.violationsAtRest(userId)).toEqual([])
})

test('a better plan opens its places at once, and whoever waits goes', async () => {
  road.goTo(start)
  const userId = await road.account('free')
  for (let i = 0; i < 7; i++) await road.submit(userId)
  await billingSays(userId, 1, 'starter', { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' })
  expect(await road.allowance(userId)).toMatchObject({ tier: 'starter', limit: 5, room: 5_975, period: start })
  expect((await road.allowance(userId)).places).toHaveLength(5)
  await completeAll(road, userId)
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})

test('an older state of billing changes nothing, nor does the same one again', async () => {
  road.goTo(start)
  const userId = await road.account('free')
  const march = { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' }
  await billingSays(userId, 2, 'pro', march)
  await road.submit(userId)
  await billingSays(userId, 1, 'starter', march)
  await billingSays(userId, 2, 'pro', march)
  expect(await road.allowance(userId)).toMatchObject({ tier: 'pro', limit: 30, used: 1 })
})

test('billing may be heard of before the first submission', async () => {
  road.goTo(start)
  const userId = randomUUID()
  await billingSays(userId, 1, 'creator', { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' })
  await road.submit(userId)
  expect(await road.allowance(userId)).toMatchObject({ tier: 'creator', limit: 10, used: 1 })
})

test('a smaller plan lets what is on the road go on, and gives no place more until there is one', async () => {
  road.goTo(start)
  const userId = await road.account('starter')
  for (let i = 0; i < 6; i++) await road.submit(userId)
  await billingSays(userId, 1, 'free')
  expect((await road.allowance(userId)).places).toHaveLength(5)
  const [first, second, third, fourth] = (await road.allowance(userId)).places
  for (const place of [first, second, third]) await complete(road, userId, place?.id ?? '')
  expect((await road.allowance(userId)).places).toHaveLength(2)
  await complete(road, userId, fourth?.id ?? '')
  expect((await road.allowance(userId)).places).toHaveLength(2)
  await completeAll(road, userId)
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})
