import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../support/open-jobs.ts'
import { states } from '../support/states.ts'

const jobs = await closedAfterAll(openJobs('set-spending-limit'))

const someone = (userId: string) => callers.account(newIdentity({ userId }))
const set = (token: string | undefined, body: unknown) =>
  jobs.request('PUT', '/api/usage/spending-limit', token, { body })

test.each([
  [100, { spendingLimit: 100, overageCalls: 2_500 }, 7_500],
  [0.1, { spendingLimit: 0.1, overageCalls: 2 }, 5_002],
  [10_000, { spendingLimit: 10_000, overageCalls: 250_000 }, 255_000],
  [0, { spendingLimit: 0, overageCalls: 0 }, 5_000],
  [null, { spendingLimit: 39, overageCalls: 975 }, 5_975],
])('200: %s dollars count from now on', async (dollars, answer, callLimit) => {
  const userId = await jobs.account('starter')
  expect(await set(someone(userId), { dollars: 20 })).toMatchObject({ status: 200, body: { overageCalls: 500 } })
  expect(await set(someone(userId), { dollars })).toMatchObject({ status: 200, body: answer })
  expect((await jobs.allowance(userId)).callLimit).toBe(callLimit)
  expect(await jobs.violations(userId)).toEqual([])
})

test.each([{ dollars: -0.01 }, { dollars: 10_000.01 }, { dollars: '5' }, { dollars: true }, {}])(
  '400: %j',
  async (body) => {
    const userId = await jobs.account('starter')
    expect(await set(someone(userId), body)).toMatchObject(invalid('dollars', 'dollars must be between 0 and 10,000'))
  },
)

test('400: more than billing lends names the bound, and what was set before is cut to it', async () => {
  const userId = await jobs.account('starter')
  await set(someone(userId), { dollars: 10_000 })
  const bound = (version: number, maxSpendingLimit?: number) =>
    states(jobs).billing(userId, version, { tier: 'starter', ...(maxSpendingLimit && { maxSpendingLimit }) })
  await bound(1, 390)
  expect((await jobs.allowance(userId)).callLimit).toBe(5_000 + 9_750)
  const sentence = 'dollars must be at most 390, which grows with what you have paid'
  expect(await set(someone(userId), { dollars: 390.01 })).toMatchObject(invalid('dollars', sentence))
  const usage = () => jobs.request('GET', '/api/usage', someone(userId), {})
  expect((await usage()).body).toMatchObject({ spendingLimit: 390, maxSpendingLimit: 390 })
  // A state of an older version of billing says nothing of it.
  await bound(2)
  expect((await usage()).body).toMatchObject({ spendingLimit: 390, maxSpendingLimit: 390 })
  await bound(3, 1_000)
  expect((await usage()).body).toMatchObject({ spendingLimit: 1_000, maxSpendingLimit: 1_000 })
  expect(await set(someone(userId), { dollars: 390.01 })).toMatchObject({
    status: 200,
    body: { spendingLimit: 390.01 },
  })
  expect(await jobs.violations(userId)).toEqual([])
})

test.each(['free', 'enterprise'] as const)('409: the plan %s sells no overage', async (tier) => {
  const userId = await jobs.account(tier)
  expect(await set(someone(userId), { dollars: 1 })).toMatchObject(
    problem(409, 'This plan has no overage', 'no_overage'),
  )
})

test('409: an account of which nothing was consumed is on the free plan, and stays without an allowance', async () => {
  const userId = randomUUID()
  expect((await set(someone(userId), { dollars: 1 })).status).toBe(409)
  expect(await jobs.deps.allowances.read(userId)).toBeNull()
})

test('503: limits that change during each try', async () => {
  const { allowances } = jobs.deps
  await using busy = await openJobs('set-spending-limit-busy', {
    allowances: { ...allowances, changeLimits: async () => false },
  })
  const token = someone(await jobs.account('starter'))
  const answer = await busy.request('PUT', '/api/usage/spending-limit', token, { body: { dollars: 1 } })
  expect(answer).toMatchObject(problem(503, expect.any(String), 'unavailable'))
})
