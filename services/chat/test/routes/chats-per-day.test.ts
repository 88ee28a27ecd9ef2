import { standardPlans } from '@utter/contracts/plans'
import { VendorError } from '@utter/contracts/vendor-error'
import { systemClock } from '@utter/runtime/clock'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { openRedis } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { expect, test } from 'vitest'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import { callers, openChat, signed } from '../support/open-chat.ts'

const plans = standardPlans.map((plan) => (plan.name === 'enterprise' ? plan : { ...plan, chatsPerDay: 3 }))
const answers: ChatProvider['reply'] = async () => ({ text: 'Yes', tokens: 1 })
const headersOf = (tier: 'free' | 'enterprise' = 'free') => signed(callers.account(newIdentity({ tier })))
const asStream = (headers: Record<string, string>) => ({ ...headers, accept: 'text/event-stream' })
const message = { message: 'Is it so?' }

test('an account has as many chats a day as its plan, whole or streamed: past them a 429 until the day ends', async () => {
  await using chat = openChat(answers, { plans })
  const headers = headersOf()
  for (const of of [headers, asStream(headers), headers]) expect((await chat.ask(message, of)).status).toBe(200)
  for (const of of [headers, asStream(headers)]) {
    const refused = await chat.ask(message, of)
    expect([refused.status, refused.json()]).toMatchObject([
      429,
      { code: 'chat_limit_reached', error: 'Daily chat limit reached' },
    ])
    const seconds = Number(refused.headers['retry-after'])
    expect([seconds > 0, seconds <= 86_400]).toEqual([true, true])
  }
  expect((await chat.ask(message, headersOf())).status).toBe(200)
  const unbounded = headersOf('enterprise')
  for (let i = 0; i < 5; i++) expect((await chat.ask(message, unbounded)).status).toBe(200)
})

test('twenty at once are as many as the plan has, at two replicas', async () => {
  await using one = openChat(answers, { plans })
  await using other = openChat(answers, { plans })
  const headers = headersOf()
  const answered: number[] = []
  // Requests that the account's share of slots refuses are not counted: they are sent again.
  for (let round = 0; round < 4; round++)
    for (const { status } of await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).ask(message, headers)),
    ))
      if (status === 200) answered.push(status)
  expect(answered).toHaveLength(3)
})

const busy = new VendorError('transient', 'chat_busy', 'Busy')
const refused = new VendorError('permanent', 'content_refused', 'The chat model refused this text')
test.each([
  ['a fault of ours is not counted', busy, 200],
  ['a refusal of the text is counted: the model was asked', refused, 429],
])('%s', async (_, fault, status) => {
  let fails = true
  const reply: ChatProvider['reply'] = async (...asked) => {
    if (fails) throw fault
    return answers(...asked)
  }
  await using chat = openChat(reply, { plans })
  const headers = headersOf()
  for (const of of [headers, asStream(headers), headers]) await chat.ask(message, of)
  fails = false
  expect((await chat.ask(message, headers)).status).toBe(status)
})

test('without Redis it is a 503', async () => {
  const away = openRedis('redis://127.0.0.1:1', createLog('chat', 'silent'))
  await using chat = openChat(answers, { plans, counts: createPeriodCounts(away, systemClock) })
  const { status, headers } = await chat.ask(message, headersOf())
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  away.disconnect()
})
