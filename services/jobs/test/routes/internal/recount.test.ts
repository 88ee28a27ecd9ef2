import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('recount'))

const recount = (userId: string, token: string | undefined = callers.internal('operator')) =>
  jobs.request('POST', `/internal/accounts/${userId}/recount`, token)

test('200: `used` is what the jobs owe', async () => {
  const userId = await jobs.account('free')
  await jobs.submit(userId)
  await jobs.deps.allowances.change({ _id: userId }, { $set: { used: 40 } })
  expect(await recount(userId)).toMatchObject({ status: 200, body: { done: true } })
  expect(await jobs.allowance(userId)).toMatchObject({ used: 1 })
})

test('400: an id that is none', async () => {
  expect(await recount('x')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})
