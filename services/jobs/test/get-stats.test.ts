import { newIdentity } from '@utter/testing/callers'
import { missingScope, notLoggedIn } from '@utter/testing/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAll } from './support/ends.ts'
import { callers, type Jobs, openJobs } from './support/open-jobs.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await openJobs('get-stats')
})
afterAll(() => jobs[Symbol.asyncDispose]())

const stats = (token: string | undefined) => jobs.request('GET', '/api/stats', token)
const totals = (totalJobs: number, completedJobs = 0, failedJobs = 0) => ({ totalJobs, completedJobs, failedJobs })

test('200: totals, the queue, and the last two hours apart', async () => {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  await jobs.submit(userId)
  await completeAll(jobs, userId)
  jobs.passMs(65 * 60_000)
  await jobs.submit(userId)
  const { _id } = await jobs.submit(userId)
  await jobs.submit(userId)
  expect(await jobs.request('POST', `/api/jobs/${_id}/cancel`, token)).toMatchObject({ status: 200 })
  expect(await stats(token)).toMatchObject({
    status: 200,
    body: { ...totals(4, 1, 1), queueLength: 2, lastHour: totals(1, 0, 1), hourBefore: totals(1, 1, 0) },
  })
})

test('200: an account without jobs', async () => {
  expect(await stats(callers.account(newIdentity()))).toMatchObject({
    status: 200,
    body: { ...totals(0), queueLength: 0, lastHour: totals(0), hourBefore: totals(0) },
  })
})

test.each(callers.refused.account)('401 for %s', async (_caller, token) => {
  expect(await stats(token)).toMatchObject(notLoggedIn)
})

test('403: an API key that may not read jobs', async () => {
  expect(await stats(callers.key(['usage:read']))).toMatchObject(missingScope('jobs:read'))
})
