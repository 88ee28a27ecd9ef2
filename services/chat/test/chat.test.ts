import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { openBreaker } from '@utter/worker/breaker'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Deps } from '../src/deps.ts'
import type { ChatProvider } from '../src/domain/chat-model.ts'
import { openPlaces } from '../src/domain/places.ts'

const log = createLog('chat', 'silent')
const identity = createTestIdentity()
const headers = {
  [identityHeader]: identity.signer('gateway').caller('chat', {
    address: '127.0.0.1',
    person: { userId: randomUUID(), tier: 'free', signedUpAt: new Date().toISOString(), scopes: ['jobs:write'] },
  }),
}
const soon = { timeout: 5_000 }

let app: ReturnType<typeof buildApp>
/** Questions that the model has been asked and has yet to answer. */
let asked: { message: string; answer: () => void }[]

beforeEach(() => {
  asked = []
  const reply: ChatProvider['reply'] = ({ turns }, { signal }) =>
    new Promise((resolve, reject) => {
      const message = turns.at(-1)?.content ?? ''
      asked.push({ message, answer: () => resolve({ text: `${message}!`, tokens: 1 }) })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  const chat: ChatProvider = { name: 'test', model: 'm', reply, close: async () => {} }
  const deps: Partial<Deps> = {
    chat,
    breaker: openBreaker('chat', log),
    limitMs: 5_000,
    clock,
    guard: createIdentityGuard(identity.publicKeys, 'chat'),
    places: openPlaces(2, 3),
  }
  app = buildApp(deps as Deps, log)
})
afterEach(() => app.close())

const ask = (message: string, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/chat', headers: { ...headers, ...more }, payload: { message } })
const messages = () => asked.map(({ message }) => message)
const answerAll = () => {
  for (const { answer } of asked.splice(0)) answer()
}

test('so many are asked of the model at once, a few more wait their turn, and the rest is a 503 that says when to come again', async () => {
  const early = ['a', 'b', 'c', 'd', 'e'].map((message) => ask(message))
  await expect.poll(messages, soon).toEqual(['a', 'b'])
  const late = await Promise.all([ask('f'), ask('g', { accept: 'text/event-stream' })])
  expect(late.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  expect(late[0]?.json().error).toBe('The chat model is busy, try again in a moment')
  answerAll()
  await expect.poll(messages, soon).toEqual(['c', 'd'])
  answerAll()
  await expect.poll(messages, soon).toEqual(['e'])
  answerAll()
  const answers = await Promise.all(early)
  expect(answers.map((answer) => [answer.statusCode, answer.json().response])).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((message) => [200, `${message}!`]),
  )
})

test('a reply that is streamed has its place until its end', async () => {
  const stream = ask('a', { accept: 'text/event-stream' })
  const others = [ask('b'), ask('c')]
  await expect.poll(messages, soon).toEqual(['a', 'b'])
  asked.shift()?.answer()
  expect((await stream).body).toContain('event: done\ndata: {"response":"a!"}')
  await expect.poll(messages, soon).toEqual(['b', 'c'])
  answerAll()
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})
