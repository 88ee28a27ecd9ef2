import { monthsAfter } from '@utter/contracts/period'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { deleteJob } from '../../src/lifecycle/end/delete-job.ts'
import { usageOf } from '../../src/lifecycle/repair/usage-of.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { overdue, reports } from '../support/reports.ts'
import { states } from '../support/states.ts'

const dayMs = 24 * 3_600_000

const lifecycle = await closedAfterAll(openLifecycle('jobs-lifetimes'))

const daysLeft = async (userId: string, id: string) => {
  await lifecycle.flushed()
  const { expiresAt, completedAt } = await lifecycle.read(userId, id)
  return expiresAt && (expiresAt.getTime() - (completedAt as Date).getTime()) / dayMs
}

describe('the plan at a job’s end decides how long it is kept', () => {
  test.each([
    ['free', 30],
    ['starter', 180],
    ['enterprise', undefined],
  ] as const)('%s: %s days, however it ended', async (tier, days) => {
    const userId = await lifecycle.account(tier)
    const submitted = async () => (await lifecycle.submit(userId))._id
    const completed = await submitted()
    await complete(lifecycle, userId, completed)
    const failed = await submitted()
    await reports(lifecycle, userId, failed).failed('speech')
    const cancelled = await submitted()
    await cancel(lifecycle.deps, userId, cancelled)
    const late = await submitted()
    lifecycle.passMs(25 * 3_600_000)
    await overdue(lifecycle, userId, late)
    expect((await lifecycle.read(userId, late)).code).toBe('timed_out')
    for (const id of [completed, failed, cancelled, late]) expect(await daysLeft(userId, id)).toBe(days)
  })

  test('also of one that was cancelled while it waited, and of one whose plan changed while it ran', async () => {
    const userId = await lifecycle.account('free')
    const [first, , waiting] = await lifecycle.submitMany(userId, 3)
    await cancel(lifecycle.deps, userId, waiting?._id ?? '')
    expect(await daysLeft(userId, waiting?._id ?? '')).toBe(30)
    const { period, periodEnd } = await lifecycle.allowance(userId)
    await states(lifecycle).billing(userId, 1, {
      ...{ tier: 'pro', start: period.toISOString(), end: periodEnd.toISOString() },
    })
    await complete(lifecycle, userId, first?._id ?? '')
    expect(await daysLeft(userId, first?._id ?? '')).toBe(180)
    expect(await daysLeft(userId, waiting?._id ?? '')).toBe(30)
  })
})

test('a lifetime that is over: nothing is left of the jobs, month after month, and no figure changes', async () => {
  const userId = await lifecycle.account('free')
  const start = lifecycle.now()
  for (let i = 0; i < 4; i++) await lifecycle.submit(userId)
  const [last] = await lifecycle.deps.jobs.page(userId, {}, 1)
  await cancel(lifecycle.deps, userId, last?._id ?? '')
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  const figures = async () => {
    const { used, totals, past } = await lifecycle.allowance(userId)
    const usage = await usageOf(lifecycle.deps, await lifecycle.allowance(userId), start, lifecycle.now())
    return { used, totals, past, usage: usage.flatMap(({ rows }) => rows) }
  }
  const all = () => lifecycle.deps.jobs.firstOf(userId, 100)
  const statuses = async () => (await all()).map(({ status }) => status).toSorted()

  // The next month has started, and the first was counted; the lifetime is not over.
  lifecycle.goTo(monthsAfter((await lifecycle.allowance(userId)).period, 1))
  await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  lifecycle.passMs(dayMs + 2 * 3_600_000)
  await lifecycle.sweep(userId)
  expect(await statuses()).toEqual([...Array(4).fill('completed'), 'failed'])
  const before = await figures()
  expect(before).toMatchObject({ used: 1, totals: { completed: 4, failed: 1 }, past: [{ used: 3, isClosed: true }] })

  lifecycle.goTo(new Date(start.getTime() + 30 * dayMs + 60_000))
  await lifecycle.sweep(userId)
  lifecycle.passMs(3_600_000)
  await lifecycle.sweep(userId)
  expect(await statuses()).toEqual(['completed'])
  expect(await figures()).toEqual(before)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  const deleted = lifecycle.published.filter((one) => one.userId === userId && one.event.type === 'job-deleted')
  expect(new Set(deleted.map(({ data }) => (data as { audioOf: string }).audioOf)).size).toBe(4)
})

test('the document of a deleted job stays until the month of its call is over and closed', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  await lifecycle.flushed()
  await deleteJob(lifecycle.deps, userId, _id)
  const isThere = async () => (await lifecycle.deps.jobs.read(userId, _id)) !== null
  const { periodEnd } = await lifecycle.allowance(userId)
  for (let day = 0; day < 10; day++) {
    lifecycle.passMs(dayMs)
    await lifecycle.sweep(userId)
    expect([await isThere(), (await lifecycle.allowance(userId)).used]).toEqual([true, 1])
  }
  // The month is over, and no submission has started the next one.
  lifecycle.goTo(new Date(periodEnd.getTime() + 2 * 3_600_000))
  await lifecycle.sweep(userId)
  expect(await isThere()).toBe(true)
  await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  lifecycle.passMs(2 * dayMs)
  await lifecycle.sweep(userId)
  lifecycle.passMs(dayMs)
  await lifecycle.sweep(userId)
  expect(await isThere()).toBe(false)
  expect(await lifecycle.allowance(userId)).toMatchObject({ used: 1, past: [{ used: 1 }], totals: { completed: 2 } })
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})
