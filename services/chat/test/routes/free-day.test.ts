import { randomUUID } from 'node:crypto'
import { freeDayCount } from '@utter/contracts/free-day'
import { createDayCounts } from '@utter/storage/day-counts'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { afterAll, expect, inject, test } from 'vitest'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import { countTurns } from '../../src/lifecycle/take-chat.ts'
import { callers, openChat, signed } from '../support/open-chat.ts'

const redis = openRedis(inject('backing').REDIS_URL, createLog('chat', 'silent'))
await whenReady(redis)
afterAll(() => redis.quit())

const answers: ChatProvider['reply'] = async () => ({ text: 'Yes', tokens: 1 })
const headersOf = (tier: 'free' | 'starter' = 'free') => signed(callers.account(newIdentity({ tier })))
/** The counts are those of all free accounts: each test has a day of its own. */
function aDay() {
  const day = new Date(Date.UTC(2_200, 0, Math.floor(Math.random() * 1_000_000), 23, 59))
  return createDayCounts(redis, { now: () => day })
}
const name = freeDayCount('chat')

test('what the model is sent for free accounts has a bound in common, the turns that it remembers too', async () => {
  const days = aDay()
  await using chat = openChat(answers, { days, freeDailyCharacters: 30 })
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
  expect(await days.used([name])).toEqual([30])
})

test('the turns of a job that was taken are counted past the bound, and not at all without Redis', async () => {
  const days = aDay()
  await countTurns({ days, freeDailyCharacters: 30 }, 100)
  expect(await days.used([name])).toEqual([100])
  const away = openRedis('redis://127.0.0.1:1', createLog('chat', 'silent'))
  await countTurns({ days: createDayCounts(away, { now: () => new Date() }), freeDailyCharacters: 30 }, 100)
  away.disconnect()
})
