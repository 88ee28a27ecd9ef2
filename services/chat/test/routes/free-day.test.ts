import { randomUUID } from 'node:crypto'
import { freeDayCount } from '@utter/contracts/free-day'
import { systemClock } from '@utter/runtime/clock'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { afterAll, expect, inject, test } from 'vitest'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import { countTurns } from '../../src/lifecycle/take-chat.ts'
import { callers, openChat, signed } from '../support/open-chat.ts'

const redis = openRedis(inject('backing').REDIS_URL, createLog('chat', 'silent'))
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').chat, createLog('chat', 'silent'))
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))

const answers: ChatProvider['reply'] = async () => ({ text: 'Yes', tokens: 1 })
const headersOf = (tier: 'free' | 'starter' = 'free', address?: string) =>
  signed(callers.account(newIdentity({ tier }), address))
/** The counts are those of all free accounts: each test has a day of its own. */
function aDay() {
  const day = new Date(Date.UTC(2_200, 0, Math.floor(Math.random() * 1_000_000), 23, 59))
  return createPeriodCounts(own, { now: () => day })
}
const name = freeDayCount('chat')
/** Counts of the /64, the /56 and the /48. */
const usedByNetworks = (counts: ReturnType<typeof aDay>) =>
  counts.used(
    ['2001:db8:77:1::/64', '2001:db8:77:0::/56', '2001:db8:77::/48'].map((network) => `free-network:chat:${network}`),
    'month',
  )

test('what the model is sent for free accounts has a bound in common, the turns that it remembers too', async () => {
  const counts = aDay()
  await using chat = openChat(answers, { counts, freeCharacters: { perDay: 30, perNetwork: 0 } })
  const [headers, sessionId] = [headersOf(), randomUUID()]
  // 10; then 10, the turn before of 10, and its reply of 3.
  for (const used of [10, 33]) {
    const { status, headers: sent, json } = await chat.ask({ message: 'a'.repeat(10), sessionId }, headers)
    if (used <= 30) expect(status).toBe(200)
    else {
      expect([status, sent['retry-after']]).toEqual([503, '60'])
      expect(json()).toMatchObject({
        code: 'free_limit_reached',
        error: 'Free accounts have used up what there is for today, try again tomorrow or choose a plan',
      })
    }
  }
  // Without memory, and by another account: what is left of it.
  expect((await chat.ask({ message: 'b'.repeat(21) }, headersOf())).status).toBe(503)
  expect((await chat.ask({ message: 'b'.repeat(20) }, headersOf())).status).toBe(200)
  expect((await chat.ask({ message: 'c' }, headersOf('starter'))).status).toBe(200)
  expect(await counts.used([name])).toEqual([30])
})

test('the turns of a job that was taken are counted past the bound, and not at all without Redis', async () => {
  const counts = aDay()
  const [userId, address] = [randomUUID(), '2001:db8:77:1::1']
  const networks = createRecentNetworks(redis)
  await networks.note(userId, address)
  const freeCharacters = { perDay: 30, perNetwork: 20 }
  await countTurns({ counts, networks, freeCharacters }, userId, 100)
  expect(await counts.used([name])).toEqual([100])
  expect(await usedByNetworks(counts)).toEqual([100, 100, 100])
  // The network of an account that submitted nothing for a day is not known.
  await countTurns({ counts, networks, freeCharacters }, randomUUID(), 10)
  expect([await counts.used([name]), await usedByNetworks(counts)]).toEqual([[110], [100, 100, 100]])
  const away = openRedis('redis://127.0.0.1:1', createLog('chat', 'silent'))
  const withoutRedis = { counts: createPeriodCounts(away, systemClock), networks: createRecentNetworks(away) }
  await countTurns({ ...withoutRedis, freeCharacters }, userId, 100)
  away.disconnect()
})

test('what the model is sent and writes for the free accounts of a network is bounded by the month', async () => {
  const counts = aDay()
  await using chat = openChat(answers, { counts, freeCharacters: { perDay: 0, perNetwork: 2_500 } })
  const from = (address: string, tier?: 'starter') => chat.ask({ message: 'a'.repeat(50) }, headersOf(tier, address))
  const home = '192.0.2.7'
  expect([(await from(home)).status, (await from(home)).status]).toEqual([200, 200])
  const refused = await from(home)
  expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
  expect(refused.json()).toMatchObject({
    code: 'free_network_limit_reached',
    error: 'Free accounts of your network have used up replies for the month, choose a plan',
  })
  expect([(await from(home, 'starter')).status, (await from('192.0.2.8')).status]).toEqual([200, 200])
})
