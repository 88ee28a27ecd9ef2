import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { withBatch } from '../../support/batch.ts'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-batch'))

const get = (token: string | undefined, id: string) => jobs.request('GET', `/api/batch/${id}`, token)

test('200: its jobs by status', async () => {
  const { userId, token, batchId, made } = await withBatch(jobs, 5)
  for (const { jobId } of made.slice(0, 2)) await complete(jobs, userId, jobId)
  await jobs.request('POST', `/api/jobs/${made[2]?.jobId}/cancel`, token)
  expect(await get(token, batchId)).toMatchObject({
    status: 200,
    body: {
      batchId,
      createdAt: expect.any(String),
      total: 5,
      counts: { pending: 2, processing: 0, completed: 2, failed: 1 },
    },
  })
})

test('404 for a batch that is not the account’s, as for none', async () => {
  const { batchId } = await withBatch(jobs, 1)
  for (const id of [batchId, randomUUID()])
    expect(await get(callers.account(newIdentity()), id)).toMatchObject(
      problem(404, 'Batch not found', 'batch_not_found'),
    )
})
