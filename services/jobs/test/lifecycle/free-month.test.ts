import { randomUUID } from 'node:crypto'
import type { TierName } from '@utter/contracts/plans'
import { blends } from '@utter/contracts/settings'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { createFreeBounds } from '../../src/store/free-bounds.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const redis = openRedis(inject('backing').REDIS_URL, createLog('jobs', 'silent'))
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').jobs, createLog('jobs', 'silent'))
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))

// A month of its own for each test: the networks are the same.
let now = new Date()
beforeEach(() => {
  now = new Date(Date.UTC(2_100, Math.floor(Math.random() * 50_000), 1, 0, 0, 10))
})
const counts = createPeriodCounts(own, { now: () => now })
const networks = createRecentNetworks(redis)
const blend = `blend-${'0'.repeat(32)}`
const speech = {
  default: 'elevenlabs/eleven_flash_v2_5/rachel/1',
  alloy: 'openai/tts-1/alloy/1',
  joe: 'piper/joe-1/joe/1',
  [blends]: 'kokoro/1/blend-*/1',
}
let versions: Record<string, string> = speech
beforeEach(() => {
  versions = speech
})
const bounds = { day: { speech: 0, chat: 0 }, month: { voices: 1_000, chat: 3_000 } }
const freeBounds = createFreeBounds({ counts, networks, versions: () => ({ speech: versions }) }, bounds)
const jobs = await closedAfterAll(openJobs('free-month', { freeBounds }))

const used = async (kind: 'voices' | 'chat', network: string) =>
  (await counts.used([`free-network:${kind}:${network}`], 'month'))[0]
async function account(address: string, tier: TierName = 'free') {
  const userId = await jobs.account(tier)
  const token = callers.account(newIdentity({ userId, tier }), address)
  const submit = async (characters: number, voiceId: string, more: { path?: string; sessionId?: string } = {}) => {
    const { path = '/api/tts', ...rest } = more
    const body = { userText: 'a'.repeat(characters), requestId: randomUUID(), voiceId, ...rest }
    return jobs.request('POST', path, token, { body })
  }
  return { userId, submit }
}
const refused = (error: string) => ({ status: 429, body: { error, code: 'free_network_limit_reached' } })
const voiceUsedUp =
  'Free accounts of your network have used up this voice for the month, choose another voice or a plan'

test('the free accounts of a network have a month of vendors’ voices: past it another voice speaks on, and so does a paid account', async () => {
  const home = '192.0.2.1'
  const [one, other, paid] = [await account(home), await account(home), await account(home, 'starter')]
  expect((await one.submit(900, 'default')).status).toBe(202)
  const { headers, ...late } = await other.submit(101, 'alloy')
  expect(late).toMatchObject(refused(voiceUsedUp))
  expect(Number(headers['retry-after'])).toBeGreaterThan(27 * 24 * 3_600)
  expect((await jobs.allowance(other.userId)).used).toBe(0)
  for (const voiceId of ['joe', blend]) expect((await other.submit(1_500, voiceId)).status).toBe(202)
  expect((await other.submit(100, 'alloy')).status).toBe(202)
  expect(await used('voices', home)).toBe(1_000)
  expect((await paid.submit(500, 'default')).status).toBe(202)
  expect((await (await account('192.0.2.2')).submit(500, 'default')).status).toBe(202)
})

test('an id that is not listed is a vendor’s where there may be others; while no voice is known nothing is counted', async () => {
  const { submit } = await account('192.0.2.3')
  versions = {}
  await submit(100, 'a-clone')
  expect(await used('voices', '192.0.2.3')).toBe(0)
  versions = { ...speech, '*': '' }
  await submit(100, 'a-clone')
  expect(await used('voices', '192.0.2.3')).toBe(100)
})

test('a reply counts its text and the longest that is written, and its account’s network is known for what its session adds', async () => {
  const { userId, submit } = await account('2001:db8:7:1::5')
  const reply = (sessionId: string) => submit(300, 'joe', { path: '/api/reply', sessionId })
  expect((await reply('default')).status).toBe(202)
  expect(await networks.of(userId)).toBe('')
  expect((await reply('a-session')).status).toBe(202)
  expect(await networks.of(userId)).toBe('2001:db8:7:1::5')
  expect(await reply('a-session')).toMatchObject(
    refused('Free accounts of your network have used up replies for the month, choose a plan'),
  )
  expect(await used('chat', '2001:db8:7:1::/64')).toBe(3_000)
  // Another /64 of the same subscriber has its own, as far as the /56 has four of them.
  expect((await (await account('2001:db8:7:2::5')).submit(300, 'joe', { path: '/api/reply' })).status).toBe(202)
  expect(await used('chat', '2001:db8:7:0::/56')).toBe(4_500)
})
