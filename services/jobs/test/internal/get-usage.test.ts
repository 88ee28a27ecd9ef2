import { randomUUID } from 'node:crypto'
import { invalid, notLoggedIn, problem } from '@utter/testing/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callers, type Jobs, openJobs } from '../support/open-jobs.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await openJobs('get-usage')
})
afterAll(() => jobs[Symbol.asyncDispose]())

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

test('400: an id that is none', async () => {
  expect(await usage('x')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test.each(callers.refused.internal('account'))('401 for %s', async (_caller, token) => {
  expect(await jobs.request('GET', `/internal/accounts/${randomUUID()}/usage`, token)).toMatchObject(notLoggedIn)
})

test('404: an account before its first submission', async () => {
  expect(await usage(randomUUID())).toMatchObject(problem(404, 'Nothing was used yet', 'not_found'))
})
