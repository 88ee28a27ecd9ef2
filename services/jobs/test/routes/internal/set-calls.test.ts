import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { recount } from '../../../src/lifecycle/repair/recount.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'
import { states } from '../../support/states.ts'

const jobs = await closedAfterAll(openJobs('set-calls'))

const body = { used: 99, signedUpAt: signedUpAt.toISOString() }
const setCalls = (userId: string, sent: unknown, token: string | undefined = callers.internal('operator')) =>
  jobs.request('PUT', `/internal/accounts/${userId}/calls`, token, { body: sent })

test('200: the figure counts from now on, and a recount keeps it', async () => {
  const userId = await jobs.account('free')
  await jobs.submit(userId)
  expect(await setCalls(userId, body)).toMatchObject({ status: 200, body: { used: 99 } })
  expect(await recount(jobs.deps, userId)).toBe(true)
  expect(await jobs.allowance(userId)).toMatchObject({ used: 99, adjustment: 98 })
  await jobs.submit(userId)
  await expect(jobs.submit(userId)).rejects.toMatchObject({ status: 402 })
})

test('200: where a plan changed inside the month the figure is that of the month', async () => {
  const userId = await jobs.account('free', 60)
  const month = { start: '2026-03-15T09:00:00.000Z', end: '2026-04-15T09:00:00.000Z' }
  await states(jobs).billing(userId, 1, { tier: 'starter', ...month, segment: '2026-03-20T11:00:00.000Z' })
  await jobs.submit(userId)
  expect((await setCalls(userId, { ...body, used: 5_974 })).status).toBe(200)
  expect(await jobs.allowance(userId)).toMatchObject({ carriedCalls: 40, used: 5_934, adjustment: 5_933 })
  await jobs.submit(userId)
  await expect(jobs.submit(userId)).rejects.toMatchObject({ status: 402 })
})

test('200: an account without an allowance gets one', async () => {
  const userId = randomUUID()
  expect(await setCalls(userId, body)).toMatchObject({ status: 200, body: { used: 99 } })
  expect(await jobs.allowance(userId)).toMatchObject({ tier: 'free', used: 99 })
})

test.each<[Record<string, unknown>, string, string]>([
  [{ used: 1.5 }, 'used', 'used must be a whole number'],
  [{ used: -1 }, 'used', 'used must not be negative'],
  [{ signedUpAt: 'yesterday' }, 'signedUpAt', 'signedUpAt must be a time'],
])('400: %j', async (change, field, sentence) => {
  expect(await setCalls(randomUUID(), { ...body, ...change })).toMatchObject(invalid(field, sentence))
})

test('503: an account that changes during each try', async () => {
  const { allowances } = jobs.deps
  await using busy = await openJobs('set-calls-busy', { allowances: { ...allowances, change: async () => false } })
  const answer = await busy.request('PUT', `/internal/accounts/${randomUUID()}/calls`, callers.internal('operator'), {
    body,
  })
  expect(answer).toMatchObject(problem(503, expect.any(String), 'unavailable'))
})
