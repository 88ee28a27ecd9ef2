import { standardPlans, type TierName } from '@utter/contracts/plans'
import { VendorError } from '@utter/contracts/vendor-error'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, missingLogin, notLoggedIn, problem } from '@utter/testing/problems'
import { beforeEach, expect, test } from 'vitest'
import { openMastering } from '../../src/engines/mastering.ts'
import { createFreeSpeech } from '../../src/lifecycle/free-speech.ts'
import { createPronunciationSamples } from '../../src/lifecycle/pronunciation-samples.ts'
import { openFakeNatural } from '../support/fake-natural.ts'
import { callers, openSpeech, signed } from '../support/open-speech.ts'

const natural = openFakeNatural()
const speech = { ...natural }
const samples = await closedAfterAll(openSamples())

async function openSamples() {
  await using opening = new AsyncDisposableStack()
  const mastering = openMastering()
  opening.defer(() => mastering.close())
  const freeSpeech = createFreeSpeech({ speech, mastering })
  const pronunciationSamples = createPronunciationSamples({ speech, freeSpeech })
  const routes = opening.use(await openSpeech({ speech, pronunciationSamples, plans: standardPlans }))
  const closing = opening.move()
  return { ...routes, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

beforeEach(() => {
  natural.requests.length = 0
  natural.state.hold = Promise.resolve()
  speech.speak = natural.speak
})

const sql = { from: 'SQL', to: 'sequel', caseSensitive: true }
const ask = async (token: string, body: object) => {
  const { status, headers, body: text } = await samples.ask('/api/pronunciations/sample', signed(token), 'POST', body)
  const isJson = String(headers['content-type']).startsWith('application/json')
  return { status, headers, body: isJson ? JSON.parse(text) : text }
}
const hear = (entry: object = sql, tier: TierName = 'creator', who = newIdentity({ tier })) =>
  ask(callers.account(who), { entry })

test('a written form is heard as the entry has it spoken, in the default voice, behind all paid work', async () => {
  const heard = await hear()
  expect(heard).toMatchObject({ status: 200, headers: { 'content-type': 'audio/mpeg', 'cache-control': 'no-store' } })
  expect(heard.body.length).toBeGreaterThan(5_000)
  expect(natural.requests).toMatchObject([{ text: 'sequel', voiceId: 'af_heart', whenIdle: true }])
})

test.each([
  ['inside of words too', { wholeWord: false }],
  ['with signs at its borders', { from: '(.NET)', to: 'dot net' }],
  ['of 100 characters', { from: 'a'.repeat(100), to: 'b'.repeat(100) }],
  ['with a mark, which is text', { to: '[pause:2s]' }],
])('an entry %s is spoken whole', async (_, change) => {
  const entry = { ...sql, ...change }
  expect(await hear(entry)).toMatchObject({ status: 200 })
  expect(natural.requests).toMatchObject([{ text: entry.to }])
})

test('an entry of a language is heard in a voice of it', async () => {
  expect(await hear({ from: 'SA', to: 'sociedad anónima', language: 'es' })).toMatchObject({ status: 200 })
  expect(natural.requests).toMatchObject([{ text: 'sociedad anónima', voiceId: 'ef_dora', language: 'es' }])
})

test.each<TierName>(['free', 'starter'])('403 on the plan %s', async (tier) => {
  const sentence = 'Pronunciation lists are available from the creator plan'
  expect(await hear(sql, tier)).toMatchObject(problem(403, sentence, 'plan_required'))
  expect(natural.requests).toEqual([])
})

test.each<TierName>(['creator', 'pro', 'enterprise'])('200 on the plan %s', async (tier) => {
  expect(await hear(sql, tier)).toMatchObject({ status: 200 })
})

test('it is for a login alone', async () => {
  expect(await ask(callers.visitor, { entry: sql })).toMatchObject(notLoggedIn)
  const key = newIdentity({ tier: 'creator', keyId: 'key-1', scopes: ['jobs:write', 'jobs:read'] })
  expect(await ask(callers.account(key), { entry: sql })).toMatchObject(missingLogin)
  expect(natural.requests).toEqual([])
})

test.each([
  [{}, 'entry', 'An entry must be a JSON object'],
  [{ entry: { to: 'b' } }, 'entry.from', 'from is required'],
  [{ entry: { ...sql, to: ' ' } }, 'entry.to', 'to is required'],
  [{ entry: { ...sql, from: 'a'.repeat(101) } }, 'entry.from', 'from must be at most 100 characters'],
  [{ entry: { ...sql, to: 'a'.repeat(101) } }, 'entry.to', 'to must be at most 100 characters'],
  [{ entry: { ...sql, wholeWord: 1 } }, 'entry.wholeWord', 'wholeWord must be true or false'],
])('400: %#', async (body, field, message) => {
  const token = callers.account(newIdentity({ tier: 'creator' }))
  expect(await ask(token, body)).toMatchObject(invalid(field, message))
  expect(natural.requests).toEqual([])
})

test('a form that no voice speaks is refused at its field', async () => {
  const sentence = 'This voice speaks English, not Thai'
  const details = [{ field: 'entry.to', message: sentence }]
  const answer = await hear({ from: 'hello', to: 'สวัสดีตอนเช้า' })
  expect(answer).toMatchObject({ status: 400, body: { error: sentence, code: 'language_not_spoken', details } })
})

const failing = (kind: 'transient' | 'permanent', code: string) => {
  // biome-ignore lint/correctness/useYield: it fails before its first piece.
  speech.speak = async function* () {
    throw new VendorError(kind, code, 'There is nothing to speak in this text')
  }
}

test('a form without a letter is refused at its field', async () => {
  failing('permanent', 'nothing_to_speak')
  expect(await hear({ ...sql, to: '...' })).toMatchObject({
    ...problem(400, 'There is nothing to speak in this text', 'nothing_to_speak'),
  })
})

test.each([
  ['transient', 'speech_timeout'],
  ['permanent', 'speech_not_configured'],
] as const)('a voice that fails (%s) is busy, and says nothing of why', async (kind, code) => {
  failing(kind, code)
  const answer = await hear()
  expect(answer).toMatchObject(problem(503, 'The voices are busy, try again in a moment', 'unavailable'))
  expect(answer.headers['retry-after']).toBe('5')
})

test('an account that has one made, and one that waits, is refused more by a 429, and others wait beside it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  natural.state.hold = promise
  const owner = newIdentity({ tier: 'creator' })
  const all = Array.from({ length: 4 }, () => hear(sql, 'creator', owner))
  const tooMany = problem(429, 'Too many requests at once, try again in a moment', 'too_many_at_once')
  expect(await Promise.race(all)).toMatchObject(tooMany)
  const neighbour = hear()
  resolve()
  expect((await neighbour).status).toBe(200)
  expect((await Promise.all(all)).map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
})
