import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { freeDayCount } from '@utter/contracts/free-day'
import type { TierName } from '@utter/contracts/plans'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { lookAtFreeDay } from '../../src/lifecycle/watch-free-day.ts'
import { createFreeBounds } from '../../src/store/free-bounds.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { audio } from '../support/open-lifecycle.ts'

const redis = openRedis(inject('backing').REDIS_URL, createLog('jobs', 'silent'))
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').jobs, createLog('jobs', 'silent'))
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))

// A day of its own for each test: the counts are those of all free accounts.
let day = new Date()
beforeEach(() => {
  day = new Date(Date.UTC(2_100, 0, Math.floor(Math.random() * 1_000_000), 23, 59))
})
const days = createPeriodCounts(own, { now: () => day })
const bounds = { day: { speech: 3_000, chat: 100 }, month: { voices: 0, chat: 0 } }
const boundsBy = (counts: typeof days) =>
  createFreeBounds({ counts, networks: { note: async () => {} }, versions: () => ({}) }, bounds)
const jobs = await closedAfterAll(openJobs('free-day', { freeBounds: boundsBy(days) }))

const used = () => days.used([freeDayCount('speech'), freeDayCount('chat')])
const requestOf = (characters: number) => ({
  userText: 'a'.repeat(characters),
  requestId: randomUUID(),
  voiceId: 'default',
})
async function account(tier: TierName = 'free', callsLeft?: number) {
  const userId = await jobs.account(tier, callsLeft)
  const token = callers.account(newIdentity({ userId, tier }))
  const submit = (body: object, path = '/api/tts') => jobs.request('POST', path, token, { body })
  return { userId, submit }
}
const message = 'Free accounts have used up what there is for today, try again tomorrow or choose a plan'
const refused = {
  status: 503,
  body: { error: message, code: 'free_limit_reached' },
  headers: { 'retry-after': '60' },
}

test('all free accounts have one day: past it their new jobs are a 503, and nothing is left of them; a paid one goes on', async () => {
  const [one, other, paid] = [await account(), await account(), await account('starter')]
  expect((await one.submit(requestOf(2_000))).status).toBe(202)
  const late = requestOf(1_001)
  expect(await other.submit(late)).toMatchObject(refused)
  expect([
    await jobs.deps.jobs.byRequest(other.userId, late.requestId),
    (await jobs.allowance(other.userId)).used,
  ]).toEqual([null, 0])
  expect((await paid.submit(requestOf(5_000))).status).toBe(202)
  expect((await other.submit(requestOf(1_000))).status).toBe(202)
  expect(await used()).toEqual([3_000, 0])
})

test('a reply takes what it may be long, and of the model’s part its question; both or none', async () => {
  const { submit } = await account()
  const reply = (characters: number) => submit(requestOf(characters), '/api/reply')
  expect((await reply(60)).status).toBe(202)
  expect(await reply(41)).toMatchObject(refused)
  expect(await used()).toEqual([1_200, 60])
  expect((await reply(40)).status).toBe(202)
  expect(await submit(requestOf(601))).toMatchObject(refused)
})

test('a repetition, and a job that sounds as an earlier one, take nothing', async () => {
  jobs.become({ speech: { default: 'piper/joe-1/joe' } })
  const { userId, submit } = await account()
  const first = requestOf(2_000)
  const { body } = await submit(first)
  await jobs.handle(SpeechStarted, userId, { jobId: body.jobId, attempt: 1 })
  const made = { provider: 'piper', model: 'joe-1', voice: 'joe' }
  await jobs.handle(AudioStored, userId, { jobId: body.jobId, attempt: 1, audio, ...made })
  expect((await submit(first)).status).toBe(200)
  expect(await submit({ ...first, requestId: randomUUID() })).toMatchObject({ status: 200, body: { cached: true } })
  expect(await used()).toEqual([2_000, 0])
})

test('a job whose call is refused gives it back', async () => {
  const { submit } = await account('free', 0)
  expect((await submit(requestOf(500))).status).toBe(402)
  expect(await used()).toEqual([0, 0])
})

test('what of the day is used is measured, of each kind that has a bound', async () => {
  const { submit } = await account()
  await submit(requestOf(1_500))
  await lookAtFreeDay(days, { speech: 3_000, chat: 0 })
  const { register } = await import('prom-client')
  const { values } = (await register.getSingleMetric('free_day_used_ratio')?.get()) ?? { values: [] }
  expect(values).toEqual([expect.objectContaining({ labels: { kind: 'speech' }, value: 0.5 })])
})

test('without Redis a free account gets a 503, and a paid one its job', async () => {
  const away = openRedis('redis://127.0.0.1:1', createLog('jobs', 'silent'))
  const freeBounds = boundsBy(createPeriodCounts(away, { now: () => day }))
  await using without = await openJobs('free-day-away', { freeBounds })
  for (const [tier, status] of [
    ['free', 503],
    ['starter', 202],
  ] as const) {
    const token = callers.account(newIdentity({ userId: await without.account(tier), tier }))
    expect((await without.request('POST', '/api/tts', token, { body: requestOf(5) })).status).toBe(status)
  }
  away.disconnect()
})
