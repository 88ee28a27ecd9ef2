import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-job'))
const userId = await jobs.account('free')
const token = callers.account(newIdentity({ userId }))

const get = (id: string, by: string | undefined = token) => jobs.request('GET', `/api/jobs/${id}`, by)

test('200: a waiting job with its position, a completed one with its timeline and its audio', async () => {
  const [first, , third, fourth] = [
    await jobs.submit(userId, { metadata: { order: 7 } }, 'reply'),
    await jobs.submit(userId),
    await jobs.submit(userId),
    await jobs.submit(userId),
  ]
  expect(await get(fourth?._id ?? '')).toMatchObject({ status: 200, body: { status: 'pending', position: 2 } })
  expect(await get(third?._id ?? '')).toMatchObject({ status: 200, body: { position: 1 } })
  expect((await get(fourth?._id ?? '')).headers['retry-after']).toBe(
    String((await get(fourth?._id ?? '')).body.expectedSeconds),
  )
  expect((await get(first?._id ?? '')).headers['retry-after']).toBe('2')
  await completeAll(jobs, userId)
  const { status, body, headers } = await get(first?._id ?? '')
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('retry-after')
  expect(body).toMatchObject({
    id: first?._id,
    status: 'completed',
    progress: 100,
    aiResponse: 'Well',
    metadata: { order: 7 },
    durationMs: 1_000,
    peaks: [0.5],
    cached: false,
  })
  expect(body.timeline.map(({ version, step }: { version: number; step: string }) => [version, step])).toEqual([
    [1, 'submitted'],
    [2, 'chat-started'],
    [3, 'reply-written'],
    [4, 'speech-started'],
    [5, 'completed'],
  ])
  expect(body).not.toHaveProperty('position')
})

test('404: a job that does not exist, one of another account, and one that is not accepted yet', async () => {
  const notFound = problem(404, 'Job not found', 'job_not_found')
  const { _id } = await jobs.submit(await jobs.account('free'))
  const draft = jobs.draft(userId)
  await jobs.deps.jobs.insert(draft)
  for (const id of ['none', _id, draft._id]) expect(await get(id)).toMatchObject(notFound)
})

test('200: what it was made with, stage by stage, the trace of its submission, and what it costs', async () => {
  const { _id: jobId } = await jobs.submit(userId, {}, 'reply')
  const traceId = 'ab'.repeat(16)
  await jobs.deps.jobs.update({ _id: jobId, userId }, { $set: { traceId } })
  await completeAll(jobs, userId)
  const { body } = await get(jobId)
  expect(body).toMatchObject({ traceId, cost: { calls: 1 } })
  expect(body.trace.map(({ stage }: { stage: string }) => stage)).toEqual(['waiting', 'chat', 'speech'])
  expect(body.trace[1]).toMatchObject({ model: 'm', tokens: 1, tries: 1, ms: expect.any(Number) })
  const { _id: failed } = await jobs.submit(userId)
  await jobs.request('POST', `/api/jobs/${failed}/cancel`, token)
  expect((await get(failed)).body).toMatchObject({ cost: { calls: 0 }, trace: [{ stage: 'waiting' }] })
})
