import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { settle } from '../../src/lifecycle/end/settle.ts'
import { complete, completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { reports } from '../support/reports.ts'

const jobs = await closedAfterAll(openJobs('get-stats'))

const stats = (token: string | undefined) => jobs.request('GET', '/api/stats', token)
const totals = (totalJobs: number, completedJobs = 0, failedJobs = 0) => ({ totalJobs, completedJobs, failedJobs })

test('200: totals, the queue, and the last two hours apart', async () => {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  await jobs.submit(userId)
  await completeAll(jobs, userId)
  jobs.passMs(65 * 60_000)
  await jobs.submit(userId)
  const { _id } = await jobs.submit(userId)
  await jobs.submit(userId)
  expect(await jobs.request('POST', `/api/jobs/${_id}/cancel`, token)).toMatchObject({ status: 200 })
  expect(await stats(token)).toMatchObject({
    status: 200,
    body: { ...totals(4, 1, 1), queueLength: 2, lastHour: totals(1, 0, 1), hourBefore: totals(1, 1, 0) },
  })
})

test('200: ends by the hour, and why jobs failed, each counted once however often it is settled', async () => {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  const startsAt = new Date(Math.floor(jobs.now().getTime() / 3_600_000) * 3_600_000)
  await jobs.submit(userId)
  await completeAll(jobs, userId)
  jobs.passMs(3 * 3_600_000)
  // Two active, one that waits and never was active.
  const ids = (await jobs.submitMany(userId, 3)).map(({ _id }) => _id)
  for (const id of ids.slice(1)) expect((await jobs.request('POST', `/api/jobs/${id}/cancel`, token)).status).toBe(200)
  await reports(jobs, userId, ids[0] ?? '').failed('speech')
  for (const id of ids) await settle(jobs.deps, await jobs.read(userId, id))
  const { body } = await stats(token)
  const hours = Array.from({ length: 24 }, (_, index) => ({
    startsAt: new Date(startsAt.getTime() + (index - 20) * 3_600_000).toISOString(),
    ...(index === 20
      ? { completed: 1, failed: 0 }
      : index === 23
        ? { completed: 0, failed: 3 }
        : { completed: 0, failed: 0 }),
  }))
  expect(body).toMatchObject({
    ...totals(4, 1, 3),
    hours,
    failures: [
      { code: 'unknown_voice', error: 'There is no such voice', jobs: 1 },
      { code: 'cancelled', error: 'Cancelled', jobs: 2 },
    ],
  })
  jobs.passMs(24 * 3_600_000)
  expect((await stats(token)).body).toMatchObject({ ...totals(4, 1, 3), failures: [] })
})

test('200: how far jobs were off their expected time, without those that waited, failed or were copied', async () => {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  expect((await stats(token)).body).not.toHaveProperty('estimates')
  // Two active, one that waits for them.
  const ids = (await jobs.submitMany(userId, 3)).map(({ _id }) => _id)
  const [first = '', second = ''] = ids
  const expectedMs = (await jobs.read(userId, first)).expectedMs ?? 0
  jobs.passMs(expectedMs)
  await complete(jobs, userId, first)
  jobs.passMs(60_000)
  await reports(jobs, userId, second).failed('speech')
  await completeAll(jobs, userId)
  for (const id of ids) await settle(jobs.deps, await jobs.read(userId, id))
  const inTime = { jobs: 1, inTime: 1, medianOffSeconds: 1 }
  expect((await stats(token)).body).toMatchObject({ ...totals(3, 2, 1), estimates: inTime })
  const { _id: late } = await jobs.submit(userId)
  jobs.passMs(((await jobs.read(userId, late)).expectedMs ?? 0) + 20_000)
  await complete(jobs, userId, late)
  expect((await stats(token)).body).toMatchObject({ estimates: { jobs: 2, inTime: 1, medianOffSeconds: 1 } })
  jobs.passMs(24 * 3_600_000)
  expect((await stats(token)).body).not.toHaveProperty('estimates')
})

test('200: an account without jobs', async () => {
  expect(await stats(callers.account(newIdentity()))).toMatchObject({
    status: 200,
    body: { ...totals(0), queueLength: 0, lastHour: totals(0), hourBefore: totals(0), failures: [] },
  })
})
