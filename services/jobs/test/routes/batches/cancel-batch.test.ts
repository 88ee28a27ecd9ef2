import { randomUUID } from 'node:crypto'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { withBatch } from '../../support/batch.ts'
import { complete, completeAll } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('cancel-batch'))

const cancel = (token: string | undefined, id: string) => jobs.request('POST', `/api/batch/${id}/cancel`, token)

test('200: what has not begun to be spoken is cancelled for nothing, and the rest goes on', async () => {
  const { userId, token, batchId, made } = await withBatch(jobs, 60)
  await complete(jobs, userId, made[0]?.jobId ?? '')
  await jobs.handle(SpeechStarted, userId, { jobId: made[1]?.jobId ?? '', attempt: 1 })
  expect(await cancel(token, batchId)).toMatchObject({ status: 200, body: { cancelled: 58, tooLate: 2 } })
  expect((await jobs.request('GET', `/api/batch/${batchId}`, token)).body.counts).toEqual({
    pending: 0,
    processing: 1,
    completed: 1,
    failed: 58,
  })
  await completeAll(jobs, userId)
  await jobs.sweep(userId)
  expect(await jobs.violationsAtRest(userId)).toEqual([])
  expect((await jobs.allowance(userId)).used).toBe(2)
  expect((await cancel(token, batchId)).body).toEqual({ cancelled: 0, tooLate: 60 })
})

test('404 for a batch that is not the account’s, as for none', async () => {
  const { batchId } = await withBatch(jobs, 1)
  for (const id of [batchId, randomUUID()])
    expect(await cancel(callers.account(newIdentity()), id)).toMatchObject(
      problem(404, 'Batch not found', 'batch_not_found'),
    )
})
