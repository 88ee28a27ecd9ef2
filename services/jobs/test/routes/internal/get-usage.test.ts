import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { submit } from '../../../src/lifecycle/submit/submit.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'
import { states } from '../../support/states.ts'

const jobs = await closedAfterAll(openJobs('get-usage'))

const usage = (userId: string, token: string | undefined = callers.internal('account')) =>
  jobs.request('GET', `/internal/accounts/${userId}/usage`, token)

test('200: the calls of the present period; none once it is over', async () => {
  const userId = await jobs.account('free', 95)
  await jobs.submit(userId)
  expect(await usage(userId)).toMatchObject({
    status: 200,
    body: { apiCallsUsed: 6, overageCallsUsed: 0, overageCost: '0.00', periodStart: '2026-03-15T09:00:00.000Z' },
  })
  const now = jobs.now()
  jobs.goTo(new Date('2026-04-15T09:00:00Z'))
  expect(await usage(userId)).toMatchObject({ status: 200, body: { apiCallsUsed: 0, overageCost: '0.00' } })
  jobs.goTo(now)
})

test('200: calls past the plan’s own, and their cost', async () => {
  expect(await usage(await jobs.account('starter', 973))).toMatchObject({
    status: 200,
    body: { apiCallsUsed: 5_002, overageCallsUsed: 2, overageCost: '0.08' },
  })
})

test('200: the month over its segments, each with its own price', async () => {
  const userId = await jobs.account('starter', 973)
  const [start, end] = ['2026-03-15T09:00:00.000Z', '2026-04-15T09:00:00.000Z']
  await states(jobs).billing(userId, 1, { tier: 'free', start, end, segment: '2026-03-20T11:00:00.000Z' })
  expect((await usage(userId)).body).toMatchObject({ apiCallsUsed: 5_000, overageCallsUsed: 2, overageCost: '0.08' })
  await states(jobs).billing(userId, 2, { tier: 'pro', start, end, segment: '2026-03-20T11:30:00.000Z' })
  await jobs.deps.allowances.change({ _id: userId }, { $inc: { used: 45_003, adjustment: 45_003 } })
  // 8 cents, and 3 at 2.5, rounded once.
  expect((await usage(userId)).body).toMatchObject({
    ...{ apiCallsUsed: 50_003, overageCallsUsed: 5, overageCost: '0.16', periodStart: start, periodEnd: end },
  })
})

test('200: bonus calls are no overage, and come before it', async () => {
  const userId = await jobs.account('starter', 973)
  await states(jobs).bonus(userId, 1, 1)
  expect((await usage(userId)).body).toMatchObject({ apiCallsUsed: 5_002, overageCallsUsed: 1, overageCost: '0.04' })
})

test('200: what each API key took in this period; nothing once it is over', async () => {
  const [userId, keyId] = [await jobs.account('free'), randomUUID()]
  await jobs.submit(userId)
  for (let i = 0; i < 3; i++) await submit(jobs.deps, { ...jobs.draft(userId), keyId }, { signedUpAt })
  expect((await usage(userId)).body).toMatchObject({ apiCallsUsed: 4, keys: [{ keyId, calls: 3 }] })
  const now = jobs.now()
  jobs.goTo(new Date('2026-04-15T09:00:00Z'))
  expect((await usage(userId)).body).toMatchObject({
    ...{ apiCallsUsed: 0, keys: [] },
    ...{ periodStart: '2026-04-15T09:00:00.000Z', periodEnd: '2026-05-15T09:00:00.000Z' },
  })
  jobs.goTo(now)
})

test('400: an id that is none', async () => {
  expect(await usage('x')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('404: an account of which nothing but its bonus calls is known', async () => {
  const userId = randomUUID()
  await states(jobs).bonus(userId, 1, 50)
  expect((await usage(userId)).status).toBe(404)
})

test('404: an account before its first submission', async () => {
  expect(await usage(randomUUID())).toMatchObject(problem(404, 'Nothing was used yet', 'not_found'))
})
