import { randomUUID } from 'node:crypto'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { changeSpendingLimit } from '../../src/lifecycle/change-spending-limit.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const jobs = await closedAfterAll(openJobs('get-usage-days'))

const start = new Date('2026-03-20T12:00:00Z')
const someone = (userId: string) => callers.account(newIdentity({ userId, signedUpAt: signedUpAt.toISOString() }))
const usage = (token: string | undefined, query = '') => jobs.request('GET', `/api/usage${query}`, token)
async function completed(userId: string, more: { keyId?: string; voiceId?: string } = {}) {
  const { keyId, voiceId = 'joe' } = more
  const draft = { ...jobs.draft(userId, { voiceId }), ...(keyId && { keyId }) }
  const { job } = await submit(jobs.deps, draft, { signedUpAt })
  await complete(jobs, userId, job._id)
}

describe('200', () => {
  test('the figures of the present period, and each of its days', async () => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    await completed(userId)
    await completed(userId, { keyId, voiceId: 'slt' })
    const { status, body } = await usage(someone(userId))
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ tier: 'free', periodStart: '2026-03-15T09:00:00.000Z', periodEnd: '2026-04-15T09:00:00.000Z' },
      ...{ apiCallsUsed: 2, takenCalls: 2, apiCallsLimit: 100, bonusCallsEarned: 0, bonusCallsLeft: 0 },
      ...{ overageCallsUsed: 0, overageCost: '0.00', spendingLimit: null, warning: null },
      days: [15, 16, 17, 18, 19, 20].map((day) => ({ day: `2026-03-${day}`, calls: day === 20 ? 2 : 0 })),
      voices: [
        { voiceId: 'joe', calls: 1 },
        { voiceId: 'slt', calls: 1 },
      ],
      keys: [
        { keyId: null, calls: 1 },
        { keyId, calls: 1 },
      ],
    })
  })

  test('the calls before the address is verified, those of deleted accounts of the mailbox among them', async () => {
    jobs.goTo(start)
    const [userId, earlier] = [randomUUID(), await jobs.account('free', 97)]
    const unverified = async (unverifiedLimit?: number) => {
      const { body } = await usage(callers.account(newIdentity({ userId, unverifiedLimit })))
      return (body as UsageView).unverified
    }
    expect(await unverified(10)).toEqual({ limit: 10, left: 10 })
    await submit(jobs.deps, jobs.draft(userId), { signedUpAt, continues: [earlier] })
    expect(await unverified(10)).toEqual({ limit: 10, left: 6 })
    expect(await unverified(3)).toEqual({ limit: 3, left: 0 })
    expect(await unverified()).toBeUndefined()
  })

  test('bonus calls before overage, its cost, the limit and the warning', async () => {
    jobs.goTo(start)
    // 5,002 used: 2 past the plan's.
    const userId = await jobs.account('starter', 973)
    expect((await usage(someone(userId))).body).toMatchObject({ overageCost: '0.08', spendingLimit: 39, warning: 100 })
    await states(jobs).bonus(userId, 1, 50)
    await changeSpendingLimit(jobs.deps, userId, 12_500)
    expect((await usage(someone(userId))).body).toMatchObject({
      ...{ apiCallsUsed: 5_002, apiCallsLimit: 5_000, bonusCallsEarned: 50, bonusCallsLeft: 48 },
      ...{ overageCallsUsed: 0, overageCost: '0.00', spendingLimit: 12.5, warning: 80 },
    })
  })

  test('the month over its segments: a better plan’s limit, what was bought before it, and the days from the month’s first', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('starter', 675)
    await states(jobs).bonus(userId, 1, 50)
    const [periodStart, periodEnd] = ['2026-03-15T09:00:00.000Z', '2026-04-15T09:00:00.000Z']
    const month = { start: periodStart, end: periodEnd, segment: start.toISOString() }
    await states(jobs).billing(userId, 1, { tier: 'pro', ...month })
    const { body } = await usage(someone(userId))
    expect(body).toMatchObject({
      ...{ tier: 'pro', periodStart, periodEnd, apiCallsUsed: 5_000, apiCallsLimit: 50_000, bonusCallsLeft: 0 },
      ...{ overageCallsUsed: 250, overageCost: '10.00', spendingLimit: 199, warning: null },
    })
    expect(body.days[0]).toEqual({ day: '2026-03-15', calls: 0 })
  })

  test('a plan that was lowered has nothing left: all of it is used', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('starter', 5_975 - 3_000)
    const month = { start: '2026-03-15T09:00:00.000Z', end: '2026-04-15T09:00:00.000Z', segment: start.toISOString() }
    await states(jobs).billing(userId, 1, { tier: 'free', ...month })
    expect((await usage(someone(userId))).body).toMatchObject({ apiCallsUsed: 3_000, apiCallsLimit: 100, warning: 100 })
  })

  test('an unlimited plan has no warning', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('enterprise')
    await completed(userId)
    expect((await usage(someone(userId))).body).toMatchObject({
      ...{ apiCallsUsed: 1, apiCallsLimit: -1, overageCallsUsed: 0, spendingLimit: null, warning: null },
    })
  })

  test('an account of which nothing was consumed reads as free with zeros, and gets no allowance', async () => {
    jobs.goTo(start)
    const userId = randomUUID()
    const { body } = await usage(someone(userId))
    expect(body).toMatchObject({
      tier: 'free',
      apiCallsUsed: 0,
      apiCallsLimit: 100,
      bonusCallsLeft: 0,
      voices: [],
      keys: [],
    })
    expect([body.periodStart, body.periodEnd]).toEqual(['2026-03-15T09:00:00.000Z', '2026-04-15T09:00:00.000Z'])
    expect(await jobs.deps.allowances.read(userId)).toBeNull()
  })

  test('one of which nothing but its bonus calls is known has them', async () => {
    jobs.goTo(start)
    const userId = randomUUID()
    await states(jobs).bonus(userId, 1, 50)
    expect((await usage(someone(userId))).body).toMatchObject({
      ...{ apiCallsUsed: 0, bonusCallsLeft: 50, periodStart: '2026-03-15T09:00:00.000Z' },
    })
  })

  test('a period that is over is read as the next submission will roll it', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free', 0)
    await states(jobs).bonus(userId, 1, 50)
    await completed(userId)
    jobs.goTo(new Date('2026-04-15T09:00:00Z'))
    const over = (await usage(someone(userId))).body
    expect(over).toMatchObject({ apiCallsUsed: 0, bonusCallsLeft: 49, periodStart: '2026-04-15T09:00:00.000Z' })
    await jobs.submit(userId)
    expect((await usage(someone(userId))).body).toMatchObject({ ...over, apiCallsUsed: 1, takenCalls: 1 })
  })

  test('the days that are asked for, those to come left out, whether they are summed or not', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    await completed(userId)
    jobs.goTo(new Date('2026-03-22T12:00:00Z'))
    await completed(userId)
    const ask = async (query: string) => (await usage(someone(userId), query)).body.days
    const days = [
      { day: '2026-03-20', calls: 1 },
      { day: '2026-03-21', calls: 0 },
      { day: '2026-03-22', calls: 1 },
    ]
    expect(await ask('?from=2026-03-20&to=2026-12-31')).toEqual(days)
    await jobs.sweep(userId)
    expect((await jobs.allowance(userId)).sums).toBe(1)
    expect(await ask('?from=2026-03-20')).toEqual(days)
    expect(await ask('?from=2026-03-21&to=2026-03-21')).toEqual([days[1]])
    expect(await ask('?to=2026-02-01')).toEqual([{ day: '2026-02-01', calls: 0 }])
    expect(await ask('?from=2026-05-01&to=2026-05-02')).toEqual([])
    expect(await ask('?from=2025-03-22')).toHaveLength(366)
  })

  test('as CSV', async () => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    await completed(userId, { keyId })
    const { status, headers, body } = await usageCsv(someone(userId), '?from=2026-03-19&format=csv')
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename="usage-2026-03-19-2026-03-20.csv"')
    expect(body).toBe(`day,key,voice,calls\r\n2026-03-20,${keyId},joe,1\r\n`)
  })

  test('by an API key with the scope', async () => {
    expect((await usage(callers.key(['usage:read']))).status).toBe(200)
  })
})

const usageCsv = (token: string, query: string) => jobs.text('GET', `/api/usage${query}`, token)

test.each([
  ['?from=yesterday', 'from', 'from must be a day such as 2026-03-20'],
  ['?to=2026-02-30', 'to', 'to must be a day such as 2026-03-20'],
  ['?from=2026-03-20T00:00:00Z', 'from', 'from must be a day such as 2026-03-20'],
  ['?from=2026-03-02&to=2026-03-01', 'from', 'from must not be after to'],
  ['?from=2025-03-01&to=2026-03-02', 'to', 'from and to must span at most 366 days'],
  ['?format=xml', 'format', 'format must be json or csv'],
])('400: %s', async (query, field, sentence) => {
  jobs.goTo(start)
  expect(await usage(someone(randomUUID()), query)).toMatchObject(invalid(field, sentence))
})
