import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('cancel-job'))
const userId = await jobs.account('free')
const token = callers.account(newIdentity({ userId }))

const cancel = (id: string, by: string | undefined = token) => jobs.request('POST', `/api/jobs/${id}/cancel`, by)

test('200: the job has failed with the code cancelled', async () => {
  const { _id } = await jobs.submit(userId)
  expect(await cancel(_id)).toMatchObject({
    status: 200,
    body: { id: _id, status: 'failed', code: 'cancelled', error: 'Cancelled' },
  })
})

test('404: a job that does not exist, and one of another account', async () => {
  const { _id } = await jobs.submit(await jobs.account('free'))
  for (const id of ['none', _id]) expect(await cancel(id)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})

test('409: speech has started, the job has ended, or it is cancelled already', async () => {
  const tooLate = problem(409, 'Too late to cancel', 'too_late')
  const { _id: started } = await jobs.submit(userId)
  await jobs.handle(SpeechStarted, userId, { jobId: started, attempt: 1 })
  expect(await cancel(started)).toMatchObject(tooLate)
  await completeAll(jobs, userId)
  expect(await cancel(started)).toMatchObject(tooLate)
  const { _id: cancelled } = await jobs.submit(userId)
  expect(await cancel(cancelled)).toMatchObject({ status: 200 })
  expect(await cancel(cancelled)).toMatchObject(tooLate)
})
