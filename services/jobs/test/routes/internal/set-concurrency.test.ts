import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { completeAll } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'
import { states } from '../../support/states.ts'

const jobs = await closedAfterAll(openJobs('set-concurrency'))

const bodyOf = (concurrency: unknown) => ({ concurrency, signedUpAt: signedUpAt.toISOString() })
const set = (userId: string, concurrency: unknown, token: string | undefined = callers.internal('operator')) =>
  jobs.request('PUT', `/internal/accounts/${userId}/concurrency`, token, { body: bodyOf(concurrency) })
const activeOf = async (userId: string) => (await jobs.allowance(userId)).active.length

test('200: waiting jobs become active at once up to a higher figure, and a lower one lets them end', async () => {
  const userId = await jobs.account('free')
  for (let i = 0; i < 6; i++) await jobs.submit(userId)
  expect(await activeOf(userId)).toBe(2)
  expect(await set(userId, 4)).toMatchObject({ status: 200, body: { concurrency: 4 } })
  expect(await activeOf(userId)).toBe(4)
  expect(await jobs.violations(userId)).toEqual([])

  expect((await set(userId, 1)).status).toBe(200)
  expect(await activeOf(userId)).toBe(4)
  await completeAll(jobs, userId)
  for (let i = 0; i < 3; i++) await jobs.submit(userId)
  expect(await activeOf(userId)).toBe(1)
  expect(await jobs.violations(userId)).toEqual([])
})

test('200: the figure outlives other plans and periods', async () => {
  const userId = await jobs.account('free')
  const { billing } = states(jobs)
  await set(userId, 7)
  const { billingVersion } = await jobs.allowance(userId)
  await billing(userId, billingVersion + 1, { tier: 'pro' })
  expect(await jobs.allowance(userId)).toMatchObject({ tier: 'pro', concurrency: 7 })
  const [start, end] = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z']
  await billing(userId, billingVersion + 2, { tier: 'starter', start, end })
  expect(await jobs.allowance(userId)).toMatchObject({ tier: 'starter', period: new Date(start), concurrency: 7 })
  // An account without a figure of its own has the plan's.
  const other = await jobs.account('free')
  await billing(other, (await jobs.allowance(other)).billingVersion + 1, { tier: 'pro' })
  expect((await jobs.allowance(other)).concurrency).toBe(30)
})

test('200: a billing state that is consumed meanwhile does not undo it', async () => {
  const userId = await jobs.account('free')
  const { billingVersion } = await jobs.allowance(userId)
  const { allowances } = jobs.deps
  let isSet = false
  // Set between the read and the update of the state.
  const racing = {
    ...allowances,
    read: async (id: string) => {
      const allowance = await allowances.read(id)
      if (!isSet) {
        isSet = true
        await set(userId, 9)
      }
      return allowance
    },
  }
  const { billing } = states(jobs, { ...jobs.deps, allowances: racing })
  await billing(userId, billingVersion + 1, { tier: 'pro' })
  expect(await jobs.allowance(userId)).toMatchObject({ tier: 'pro', concurrency: 9 })
})

test('200: an account without an allowance gets one', async () => {
  const userId = randomUUID()
  expect(await set(userId, 3)).toMatchObject({ status: 200, body: { concurrency: 3 } })
  expect(await jobs.allowance(userId)).toMatchObject({ tier: 'free', concurrency: 3 })
})

test.each([
  [0, 'concurrency must be at least 1'],
  [1.5, 'concurrency must be a whole number'],
  ['7', 'concurrency must be a whole number'],
  [10_001, 'concurrency must be at most 10000'],
])('400: %j', async (concurrency, sentence) => {
  expect(await set(randomUUID(), concurrency)).toMatchObject(invalid('concurrency', sentence))
})

test('503: an account that changes during each try', async () => {
  const { allowances } = jobs.deps
  const changed = { ...allowances, changeLimits: async () => false }
  await using busy = await openJobs('set-concurrency-busy', { allowances: changed })
  const path = `/internal/accounts/${randomUUID()}/concurrency`
  expect(await busy.request('PUT', path, callers.internal('operator'), { body: bodyOf(3) })).toMatchObject(
    problem(503, expect.any(String), 'unavailable'),
  )
})
