import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-job-for-notifier'))

const get = (userId: string, id: string, token: string | undefined = callers.internal('notifier')) =>
  jobs.request('GET', `/internal/accounts/${userId}/jobs/${id}`, token)

test('200: the job as its owner sees it', async () => {
  const { userId, _id } = await jobs.submit(await jobs.account('free'))
  expect(await get(userId, _id)).toMatchObject({ status: 200, body: { id: _id, status: 'pending', version: 1 } })
})

test('400: an id that is none', async () => {
  expect(await get('x', 'y')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('404: a job of another account', async () => {
  const { _id } = await jobs.submit(await jobs.account('free'))
  expect(await get(randomUUID(), _id)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})
