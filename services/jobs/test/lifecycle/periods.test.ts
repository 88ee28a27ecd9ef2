import { randomUUID } from 'node:crypto'
import type { TierName } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { consumers } from '../../src/app.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-periods'))

const nextMonth = new Date('2026-04-15T09:00:00Z')
const start = new Date('2026-03-20T12:00:00Z')

async function billingSays(userId: string, version: number, tier: TierName, period?: { start: string; end: string }) {
  await consumers(lifecycle.deps)['billing-state'].handle(
    {
      tier,
      subscriptionStatus: 'active',
      signedUpAt: signedUpAt.toISOString(),
      ...(period && { periodStart: period.start, periodEnd: period.end }),
    },
    { userId, version, occurredAt: lifecycle.now().toISOString() },
  )
}

test('a month that is over is rolled by the first submission after it, once', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('free', 1)
  await lifecycle.submit(userId)
  await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402 })
  await completeAll(lifecycle, userId)
  lifecycle.goTo(nextMonth)
  await Promise.all(Array.from({ length: 10 }, () => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })))
  expect(await lifecycle.allowance(userId)).toMatchObject({
    period: nextMonth,
    periodEnd: new Date('2026-05-15T09:00:00Z'),
    used: 10,
    adjustment: 0,
  })
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a month begins when billing’s month before it ends, also where that is longer than the anchor’s', async () => {
  const february = { start: '2027-02-28T12:00:00.000Z', end: '2027-03-31T12:00:00.000Z' }
  lifecycle.goTo(new Date(february.start))
  const userId = randomUUID()
  await billingSays(userId, 1, 'starter', february)
  lifecycle.goTo(new Date(february.end))
  expect((await lifecycle.submit(userId)).call?.period).toEqual(new Date(february.end))
  await billingSays(userId, 2, 'starter', { start: february.end, end: '2027-04-30T12:00:00.000Z' })
  expect(await lifecycle.allowance(userId)).toMatchObject({
    ...{ period: new Date(february.end), periodEnd: new Date('2027-04-30T12:00:00.000Z'), used: 1 },
  })
})

test('a state of a month that is over does not end the present one', async () => {
  lifecycle.goTo(start)
  const userId = randomUUID()
  const march = { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' }
  await billingSays(userId, 1, 'starter', march)
  lifecycle.goTo(new Date('2026-04-20T12:00:01Z'))
  await lifecycle.submit(userId)
  await billingSays(userId, 2, 'starter', march)
  await lifecycle.submit(userId)
  expect(await lifecycle.allowance(userId)).toMatchObject({ period: new Date(march.end), used: 2 })
})

test('the last moment of a month belongs to it', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('free')
  lifecycle.goTo(new Date(nextMonth.getTime() - 1))
  const last = await lifecycle.submit(userId)
  expect(last.call?.period).toEqual(new Date('2026-03-15T09:00:00Z'))
  lifecycle.goTo(nextMonth)
  expect((await lifecycle.submit(userId)).call?.period).toEqual(nextMonth)
})

test.each(['completed', 'cancelled'])(
  'a job of the old month that is %s in the new one does not touch it',
  async (end) => {
    lifecycle.goTo(start)
    const userId = await lifecycle.account('free', 50)
    const old = await lifecycle.submit(userId)
    lifecycle.goTo(nextMonth)
    await lifecycle.submit(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(1)
    if (end === 'completed') await complete(lifecycle, userId, old._id)
    else await cancel(lifecycle.deps, userId, old._id)
    expect((await lifecycle.allowance(userId)).used).toBe(1)
    expect(await recount(lifecycle.deps, userId)).toBe(true)
    expect((await lifecycle.allowance(userId)).used).toBe(1)
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  },
)

test('jobs of the old month that wait keep their turn and weigh on it alone', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('free')
  for (let i = 0; i < 5; i++) await lifecycle.submit(userId)
  lifecycle.goTo(nextMonth)
  await lifecycle.submit(userId)
  expect((await lifecycle.allowance(userId)).used).toBe(1)
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.allowance(userId)).toMatchObject({ used: 1, totals: { completed: 6, failed: 0 } })
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a better plan raises the concurrency at once, and waiting jobs become active', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('free')
  for (let i = 0; i < 7; i++) await lifecycle.submit(userId)
  await billingSays(userId, 1, 'starter', { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' })
  expect(await lifecycle.allowance(userId)).toMatchObject({
    tier: 'starter',
    concurrency: 5,
    callLimit: 5_975,
    period: start,
  })
  expect((await lifecycle.allowance(userId)).active).toHaveLength(5)
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('an older state of billing changes nothing, nor does the same one again', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('free')
  const march = { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' }
  await billingSays(userId, 2, 'pro', march)
  await lifecycle.submit(userId)
  await billingSays(userId, 1, 'starter', march)
  await billingSays(userId, 2, 'pro', march)
  expect(await lifecycle.allowance(userId)).toMatchObject({ tier: 'pro', concurrency: 30, used: 1 })
})

test('a billing state may be consumed before the first submission', async () => {
  lifecycle.goTo(start)
  const userId = randomUUID()
  await billingSays(userId, 1, 'creator', { start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' })
  await lifecycle.submit(userId)
  expect(await lifecycle.allowance(userId)).toMatchObject({ tier: 'creator', concurrency: 10, used: 1 })
})

test('a smaller plan lets active jobs go on, and activates no more until fewer are active than it allows', async () => {
  lifecycle.goTo(start)
  const userId = await lifecycle.account('starter')
  for (let i = 0; i < 6; i++) await lifecycle.submit(userId)
  await billingSays(userId, 1, 'free')
  expect((await lifecycle.allowance(userId)).active).toHaveLength(5)
  const [first, second, third, fourth] = (await lifecycle.allowance(userId)).active
  for (const place of [first, second, third]) await complete(lifecycle, userId, place?.id ?? '')
  expect((await lifecycle.allowance(userId)).active).toHaveLength(2)
  await complete(lifecycle, userId, fourth?.id ?? '')
  expect((await lifecycle.allowance(userId)).active).toHaveLength(2)
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})
