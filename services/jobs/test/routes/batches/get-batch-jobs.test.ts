import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { withBatch } from '../../support/batch.ts'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-batch-jobs'))
const get = (token: string, id: string) => jobs.request('GET', `/api/batch/${id}/jobs`, token)

test('200: its jobs as rows, in the order of the batch', async () => {
  const { userId, token, batchId, made } = await withBatch(jobs, 3)
  await complete(jobs, userId, made[1]?.jobId ?? '')
  expect(await get(token, batchId)).toMatchObject({
    status: 200,
    body: [
      { id: made[0]?.jobId, userText: 'Text 0', status: 'pending' },
      { id: made[1]?.jobId, userText: 'Text 1', status: 'completed', audioUrl: expect.any(String) },
      { id: made[2]?.jobId, userText: 'Text 2', status: 'pending' },
    ],
  })
})

test('404 for a batch that is not the account’s, as for none', async () => {
  const { batchId } = await withBatch(jobs, 1)
  for (const id of [batchId, randomUUID()])
    expect(await get(callers.account(newIdentity()), id)).toMatchObject(
      problem(404, 'Batch not found', 'batch_not_found'),
    )
})
