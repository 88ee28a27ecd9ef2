import { randomUUID } from 'node:crypto'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { aCopy } from '../support/copies.ts'
import { complete, completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { signedUpAt } from '../support/open-lifecycle.ts'

const jobs = await closedAfterAll(openJobs('delete-job'))
const userId = await jobs.account('free')
const token = callers.account(newIdentity({ userId }))

const remove = (id: string, by: string | undefined = token) => jobs.request('DELETE', `/api/jobs/${id}`, by)
const ask = async (path: string) => (await jobs.request('GET', path, token)).body
const missing = problem(404, 'Job not found', 'job_not_found')
/** Data of the published events of a job's deletion. */
const deletionsOf = async (id: string) => {
  await jobs.sweep(userId)
  return jobs.published.flatMap(({ event, data }) =>
    event.type === 'job-deleted' && (data as { jobId: string }).jobId === id ? [data] : [],
  )
}
async function spoken() {
  const { _id } = await jobs.submit(userId, { tags: ['a tag'], metadata: { order: 7 } }, 'reply')
  await complete(jobs, userId, _id)
  await jobs.flushed()
  return jobs.read(userId, _id)
}

test('204: the job is gone for its owner, in every list; its figures stay, and its call', async () => {
  const { _id } = await spoken()
  const figures = async () => [await ask('/api/stats'), await ask('/api/usage'), await jobs.allowance(userId)]
  const before = await figures()
  expect(await remove(_id)).toMatchObject({ status: 204, body: undefined })
  expect(await jobs.request('GET', `/api/jobs/${_id}`, token)).toMatchObject(missing)
  for (const path of ['/api/jobs', '/api/jobs/recent', '/api/jobs?tag=a%20tag', '/api/jobs?status=completed'])
    expect(await ask(path)).toEqual([])
  expect(await remove(_id)).toMatchObject(missing)
  expect(await figures()).toEqual(before)
})

test('its document holds its call alone: no text, no reply, no tag, no settings, no sound', async () => {
  const job = await spoken()
  await remove(job._id)
  expect(await deletionsOf(job._id)).toContainEqual({
    jobId: job._id,
    audioOf: job._id,
    endedAt: job.completedAt?.toISOString(),
  })
  const { call, completedAt, createdAt, requestId, bodyHash, voiceId } = job
  expect(await jobs.read(userId, job._id)).toEqual({
    ...{ _id: job._id, userId, requestId, bodyHash, kind: 'reply', voiceId, status: 'deleted', endedAs: 'completed' },
    ...{ queue: 'none', rank: 5, progress: 100, version: job.version, attempt: 1, startedAttempt: 1, starts: 1 },
    ...{
      webhookDelivered: false,
      webhookAttempts: 0,
      lane: 'fast',
      batch: 0,
      cached: false,
      call,
      createdAt,
      completedAt,
    },
    ...{ updatedAt: expect.any(Date), giveUpAt: expect.any(Date), forgetAt: expect.any(Date) },
  })
  expect(await jobs.violationsAtRest(userId)).toEqual([])
})

test('a job whose end is not settled yet is settled first, so that the next one begins and its end is counted once', async () => {
  const mine = await jobs.account('free')
  const [first, , third] = await jobs.submitMany(mine, 3)
  // Its process died after the update that ended it.
  const ended = {
    status: 'completed' as const,
    queue: 'none' as const,
    rank: 5,
    progress: 100,
    completedAt: jobs.now(),
  }
  await jobs.deps.jobs.update(
    { _id: first?._id ?? '', userId: mine },
    {
      $set: { ...ended, unsettled: true },
      $inc: { version: 1 },
      $push: { timeline: { at: jobs.now(), step: 'completed', status: 'completed', progress: 100 } },
    },
  )
  expect(await remove(first?._id ?? '', callers.account(newIdentity({ userId: mine })))).toMatchObject({ status: 204 })
  expect((await jobs.read(mine, third?._id ?? '')).queue).toBe('active')
  expect((await jobs.allowance(mine)).totals).toEqual({ completed: 1, failed: 0 })
  await completeAll(jobs, mine)
  await jobs.sweep(mine)
  expect(await jobs.violationsAtRest(mine)).toEqual([])
})

test.each([['cancelled while it waited'], ['cancelled while active']])('204 for a job that was %s', async (what) => {
  const mine = await jobs.account('free')
  const count = what.endsWith('waited') ? 3 : 1
  for (let i = 0; i < count; i++) await jobs.submit(mine)
  const [last] = await jobs.deps.jobs.page(mine, {}, 1)
  await cancel(jobs.deps, mine, last?._id ?? '')
  expect(await remove(last?._id ?? '', callers.account(newIdentity({ userId: mine })))).toMatchObject({ status: 204 })
  await completeAll(jobs, mine)
  await jobs.sweep(mine)
  expect(await jobs.violationsAtRest(mine)).toEqual([])
})

describe('an audio that several jobs play', () => {
  /** Each once: the route and a sweep may both publish a deletion. */
  const goneWith = async (id: string) => [
    ...new Set((await deletionsOf(id)).map((data) => (data as { audioOf?: string }).audioOf)),
  ]

  test('goes with the last of them, whichever was deleted first', async () => {
    const first = await spoken()
    const [second, third] = [await aCopy(jobs, first), await aCopy(jobs, first)]
    await remove(first._id)
    await remove(third._id)
    expect([await goneWith(first._id), await goneWith(third._id)]).toEqual([[undefined], [undefined]])
    await remove(second._id)
    expect(await goneWith(second._id)).toEqual([first._id])
  })

  test('goes when all of them are deleted at once', async () => {
    const first = await spoken()
    const all = [first, await aCopy(jobs, first), await aCopy(jobs, first)]
    await Promise.all(all.map(({ _id }) => remove(_id)))
    const published = (await Promise.all(all.map(({ _id }) => deletionsOf(_id)))).flat()
    expect(published).toContainEqual(expect.objectContaining({ audioOf: first._id }))
  })

  test('is not decided upon while a copy is being submitted', async () => {
    const first = await spoken()
    const copy = await aCopy(jobs, first, 'submitting')
    await remove(first._id)
    const { published } = jobs
    const count = () => published.filter(({ event }) => event.type === 'job-deleted').length
    const before = count()
    const due = await jobs.deps.jobs.leaseDeletions(jobs.now(), jobs.now(), 100)
    expect(due.leased.map(({ _id }) => _id)).toContain(first._id)
    expect(count()).toBe(before)
    await jobs.deps.jobs.update({ _id: copy._id, userId }, { $set: { status: 'completed' } })
    expect(await goneWith(first._id)).toEqual([undefined])
    await remove(copy._id)
  })
})

test('409: the same request again, while the deleted job holds its call', async () => {
  const draft = jobs.draft(userId)
  const { job } = await submit(jobs.deps, draft, { signedUpAt })
  await complete(jobs, userId, job._id)
  await remove(job._id)
  await expect(submit(jobs.deps, { ...draft, _id: randomUUID() }, { signedUpAt })).rejects.toMatchObject({
    ...{ status: 409, code: 'job_deleted', message: 'The job of this request ID was deleted' },
  })
})

test('409 while it waits, is written or spoken: nothing of it changes', async () => {
  const mine = await jobs.account('free')
  const by = callers.account(newIdentity({ userId: mine }))
  const [first, , waiting] = await jobs.submitMany(mine, 3)
  await jobs.handle(SpeechStarted, mine, { jobId: first?._id ?? '', attempt: 1 })
  for (const id of [first?._id ?? '', waiting?._id ?? '']) {
    const before = await jobs.read(mine, id)
    expect(await remove(id, by)).toMatchObject(problem(409, 'The job has not ended', 'job_not_ended'))
    expect(await jobs.read(mine, id)).toEqual(before)
  }
})

test('404: a job that does not exist, and one of another account, which stays', async () => {
  const other = await jobs.account('free')
  const { _id } = await jobs.submit(other)
  await complete(jobs, other, _id)
  for (const id of ['none', _id]) expect(await remove(id)).toMatchObject(missing)
  expect((await jobs.read(other, _id)).status).toBe('completed')
})
