import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { recount } from '../../../src/lifecycle/repair/recount.ts'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { states } from '../../support/states.ts'

const jobs = await closedAfterAll(openJobs('list-segments'))

const [march, april, may] = ['2026-03-15T09:00:00.000Z', '2026-04-15T09:00:00.000Z', '2026-05-15T09:00:00.000Z']
const begin = new Date('2026-03-20T12:00:00Z')
const list = (userId: string, token: string | undefined = callers.internal('billing')) =>
  jobs.request('GET', `/internal/accounts/${userId}/segments`, token)

test('200: the segments of the month, each with the balance that was there to be spent in it', async () => {
  jobs.goTo(begin)
  const userId = await jobs.account('starter', 974)
  await states(jobs).bonus(userId, 1, 50)
  await jobs.submit(userId)
  const segment = '2026-03-20T13:00:00.000Z'
  await states(jobs).billing(userId, 1, { tier: 'pro', start: march, end: april, segment })
  expect(await list(userId)).toMatchObject({
    status: 200,
    body: {
      segments: [
        { start: march, bonusBalance: 50, isPresent: false },
        { start: segment, bonusBalance: 48, isPresent: true },
      ],
    },
  })
})

test('200: the bonus calls that were used before each, once none of them can be returned any more', async () => {
  jobs.goTo(begin)
  const userId = await jobs.account('starter', 976)
  await states(jobs).bonus(userId, 1, 50)
  for (let calls = 0; calls < 3; calls++) await complete(jobs, userId, (await jobs.submit(userId))._id)
  const segment = '2026-03-20T13:00:00.000Z'
  await states(jobs).billing(userId, 1, { tier: 'pro', start: march, end: april, segment })
  const open = (await list(userId)).body
  expect(open.segments).toEqual([
    { start: march, bonusBalance: 50, isPresent: false },
    { start: segment, bonusBalance: 48, isPresent: true },
  ])
  await recount(jobs.deps, userId)
  expect((await list(userId)).body.segments).toEqual([
    { ...open.segments[0], bonusSpent: 0 },
    { ...open.segments[1], bonusSpent: 2 },
  ])
})

test('200: a month that is over is present no more, also without a submission since', async () => {
  jobs.goTo(begin)
  const userId = await jobs.account('free')
  await jobs.submit(userId)
  jobs.goTo(new Date(may))
  expect((await list(userId)).body.segments).toEqual([
    { start: march, bonusBalance: 0, isPresent: false },
    { start: may, bonusBalance: 0, isPresent: true },
  ])
  expect((await jobs.submit(userId)).call?.period).toEqual(new Date(may))
})

test('200: none of an account before its first submission, also with bonus calls', async () => {
  const userId = randomUUID()
  expect(await list(userId)).toMatchObject({ status: 200, body: { segments: [] } })
  await states(jobs).bonus(userId, 1, 50)
  expect((await list(userId)).body).toEqual({ segments: [] })
})

test('400: an id that is none', async () => {
  expect(await list('x')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})
