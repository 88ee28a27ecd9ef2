import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('backdate'))

const hourMs = 3_600_000
const backdate = (userId: string, wanted: { id: string; createdAt: string }[], to = jobs) =>
  to.request('POST', '/internal/jobs/backdate', callers.internal('operator'), { body: { userId, jobs: wanted } })
const ago = (hours: number) => new Date(jobs.now().getTime() - hours * hourMs).toISOString()
const asOwner = (userId: string) => callers.account(newIdentity({ userId, tier: 'pro' }))

/** An account with jobs at rest: completed ones, and one that was cancelled. */
async function atRest(completed: number) {
  const userId = await jobs.account('pro')
  const ids: string[] = []
  for (let i = 0; i <= completed; i++) {
    const { _id } = await jobs.submit(userId)
    ids.push(_id)
    if (i < completed) await complete(jobs, userId, _id)
    else await jobs.request('POST', `/api/jobs/${_id}/cancel`, asOwner(userId))
  }
  await eventually('all are settled', async () =>
    (await jobs.deps.jobs.ended(userId)).every(({ unsettled }) => !unsettled),
  )
  return { userId, ids }
}

test('200: each job took as long as it did, and the totals of the hours are those of the jobs', async () => {
  const { userId, ids } = await atRest(3)
  const before = await jobs.read(userId, ids[0] ?? '')
  const wanted = ids.map((id, index) => ({ id, createdAt: ago([2, 2, 30, 5][index] ?? 0) }))
  expect(await backdate(userId, wanted)).toMatchObject({ status: 200, body: { moved: 4 } })

  const after = await jobs.read(userId, ids[0] ?? '')
  const lasted = ({ createdAt, completedAt, updatedAt, timeline }: typeof after) =>
    [completedAt, updatedAt, ...timeline.map(({ at }) => at)].map((at) => Number(at) - createdAt.getTime())
  expect(after.createdAt.toISOString()).toBe(ago(2))
  expect(lasted(after)).toEqual(lasted(before))

  const { body } = await jobs.request('GET', '/api/stats', asOwner(userId))
  expect(body).toMatchObject({ totalJobs: 4, completedJobs: 3, failedJobs: 1, lastHour: { totalJobs: 0 } })
  const busy = body.hours.filter((hour: { completed: number; failed: number }) => hour.completed + hour.failed > 0)
  const hourOf = (iso: string) => `${iso.slice(0, 13)}:00:00.000Z`
  expect(busy).toEqual([
    { startsAt: hourOf(ago(5)), completed: 0, failed: 1 },
    { startsAt: hourOf(ago(2)), completed: 2, failed: 0 },
  ])
  expect(body.failures).toMatchObject([{ code: 'cancelled', jobs: 1 }])
  await jobs.sweep(userId)
  expect(await jobs.violationsAtRest(userId)).toEqual([])
})

test('a job of another account, one that is gone, and one that is older already stay as they are', async () => {
  const [mine, theirs] = [await atRest(1), await atRest(1)]
  const wanted = [
    { id: theirs.ids[0] ?? '', createdAt: ago(3) },
    { id: randomUUID(), createdAt: ago(3) },
    { id: mine.ids[0] ?? '', createdAt: ago(-1) },
  ]
  const before = await jobs.read(theirs.userId, theirs.ids[0] ?? '')
  expect(await backdate(mine.userId, wanted)).toMatchObject({ status: 200, body: { moved: 0 } })
  expect(await jobs.read(theirs.userId, theirs.ids[0] ?? '')).toEqual(before)
})

test('200: an account without a job has none to move', async () => {
  expect(await backdate(randomUUID(), [])).toMatchObject({ status: 200, body: { moved: 0 } })
})

test('503 while a job is under way', async () => {
  const { userId, ids } = await atRest(1)
  await jobs.submit(userId)
  expect(await backdate(userId, [{ id: ids[0] ?? '', createdAt: ago(1) }])).toMatchObject(
    problem(503, 'A job of this account is still under way, try again in a moment', 'unavailable'),
  )
})

test('403 in production', async () => {
  await using production = await openJobs('backdate-production', { isProduction: true })
  expect(await backdate(randomUUID(), [], production)).toMatchObject(
    problem(403, 'Jobs are not dated back in production', 'not_in_production'),
  )
})
