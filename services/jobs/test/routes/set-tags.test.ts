import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('set-tags'))

/** A job with the tag `old`, and the calls of its owner. */
async function made() {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  const { _id: id } = await jobs.submit(userId, { tags: ['old'] })
  return {
    ...{ userId, token, id },
    put: (tags: unknown, by = token) => jobs.request('PUT', `/api/jobs/${id}/tags`, by, { body: { tags } }),
    view: async () => (await jobs.request('GET', `/api/jobs/${id}`, token)).body,
    found: async (tag: string) =>
      ((await jobs.request('GET', `/api/jobs?tag=${tag}`, token)).body as { id: string }[]).map(({ id }) => id),
  }
}
const missing = problem(404, 'Job not found', 'job_not_found')

test('200: the tags take the place of those before, each once, and the job is found by them alone', async () => {
  const { id, put, view, found } = await made()
  for (let times = 0; times < 2; times++)
    expect(await put(['news', 'late', 'news'])).toMatchObject({ status: 200, body: { tags: ['news', 'late'] } })
  expect((await view()).tags).toEqual(['news', 'late'])
  expect([await found('news'), await found('late'), await found('old')]).toEqual([[id], [id], []])
})

test('200: an empty list leaves none', async () => {
  const { userId, id, put, view, found } = await made()
  for (let times = 0; times < 2; times++) expect(await put([])).toMatchObject({ status: 200, body: { tags: [] } })
  expect(await view()).not.toHaveProperty('tags')
  expect(await jobs.read(userId, id)).not.toHaveProperty('tags')
  expect(await found('old')).toEqual([])
})

test('tags change neither the version of a job nor its timeline, and publish nothing', async () => {
  const { id, userId, put } = await made()
  await jobs.flushed()
  const [before, count] = [await jobs.read(userId, id), jobs.published.length]
  await put(['news'])
  expect(await jobs.read(userId, id)).toEqual({ ...before, tags: ['news'] })
  expect(jobs.published.length).toBe(count)
})

test('a job is tagged while it runs, and once it has ended', async () => {
  const { id, userId, put, view } = await made()
  expect((await put(['running'])).status).toBe(200)
  await complete(jobs, userId, id)
  expect((await view()).tags).toEqual(['running'])
  expect((await put(['ended'])).status).toBe(200)
  expect(await view()).toMatchObject({ status: 'completed', tags: ['ended'] })
})

test('a request that is sent again is the same one, whatever tags its job has by now', async () => {
  const { token } = await made()
  const body = { userText: 'Hello', requestId: 'again', voiceId: 'default', tags: ['asked'] }
  const first = await jobs.request('POST', '/api/tts', token, { body })
  await jobs.request('PUT', `/api/jobs/${first.body.jobId}/tags`, token, { body: { tags: ['other'] } })
  const again = await jobs.request('POST', '/api/tts', token, { body })
  expect(again).toMatchObject({ status: 200, body: { jobId: first.body.jobId } })
})

const sentence = 'tags must be at most 10 texts of 1 to 128 characters'
test.each([[undefined], [null], ['news'], [[' ']], [[7]], [['a'.repeat(129)]], [Array.from({ length: 11 }, String)]])(
  '400: %#',
  async (tags) => {
    const { put, view } = await made()
    expect(await put(tags)).toMatchObject(invalid('tags', sentence))
    expect((await view()).tags).toEqual(['old'])
  },
)

test('403 for a key that may only read', async () => {
  const { userId, put, view } = await made()
  const key = callers.account(newIdentity({ userId, keyId: 'k', scopes: ['jobs:read'] }))
  expect((await put(['news'], key)).status).toBe(403)
  expect((await view()).tags).toEqual(['old'])
})

test('404 for a job of another account, which stays as it is, and for one that does not exist', async () => {
  const { id, put, view } = await made()
  const other = callers.account(newIdentity({ userId: await jobs.account('free') }))
  expect(await put(['theirs'], other)).toMatchObject(missing)
  expect((await view()).tags).toEqual(['old'])
  const none = `/api/jobs/${id.slice(0, -1)}/tags`
  expect(await jobs.request('PUT', none, other, { body: { tags: [] } })).toMatchObject(missing)
})

test('404 for a job that is deleted, whose document gets no tags again, and for one that is not accepted yet', async () => {
  const { id, userId, token, put } = await made()
  await jobs.deps.jobs.update({ _id: id, userId }, { $set: { status: 'submitting' } })
  expect(await put(['early'])).toMatchObject(missing)
  await jobs.deps.jobs.update({ _id: id, userId }, { $set: { status: 'pending' } })
  await complete(jobs, userId, id)
  await jobs.flushed()
  expect((await jobs.request('DELETE', `/api/jobs/${id}`, token)).status).toBe(204)
  expect(await put(['late'])).toMatchObject(missing)
  expect(await jobs.read(userId, id)).not.toHaveProperty('tags')
})
