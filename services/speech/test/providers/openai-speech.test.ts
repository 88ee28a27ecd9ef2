import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openAiFault, openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { halfASound, json, sound } from '@utter/testing/vendors/fake-speech-vendor'
import { aTone, aWav } from '@utter/testing/vendors/tone'
import { beforeEach, expect, test } from 'vitest'
import { type OpenAiSpeechOptions, openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { prose } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { spoken } from '../support/spoken.ts'

const vendor = await closedAfterAll(openFakeOpenAiSpeech())
const noon = new Date('2026-01-01T12:00:00Z')
const open = (over: Partial<OpenAiSpeechOptions> = {}) =>
  openOpenAiSpeech({ apiKey: 'a secret key', baseURL: vendor.baseURL, clock: { now: () => noon }, ...over })

// A vendor of its own: a request that was broken off may still arrive in a later test.
const ofSuite = await closedAfterAll(openFakeOpenAiSpeech())
providerSuite('OpenAI', { open: async () => open({ baseURL: ofSuite.baseURL }) })

beforeEach(() => {
  vendor.answers()
  vendor.requests.splice(0)
})

const say = (text = 'Hello there.', over: Partial<OpenAiSpeechOptions> = {}) =>
  spoken(open(over), text, { voiceId: 'default' })

test('a text is spoken by one request, and the sound has the rate of its WAV', async () => {
  vendor.answers(sound('audio/wav', () => aWav(aTone(1_000, 16_000), { sampleRate: 16_000 })))
  expect(await say('Hello “there”.')).toMatchObject({ durationMs: 1_000, sampleRate: 16_000 })
  // The suite's last text was broken off, and may arrive here.
  const requests = vendor.spoken().filter(({ body }) => body.input === 'Hello “there”.')
  expect(requests).toMatchObject([
    {
      path: '/v1/audio/speech',
      headers: { authorization: 'Bearer a secret key' },
      body: { model: 'gpt-4o-mini-tts', voice: 'alloy', response_format: 'wav' },
    },
  ])
  expect(Object.keys(requests[0]?.body ?? {})).toHaveLength(4)
})

test('a long text goes in passages, to a server of one’s own of up to 500 characters', async () => {
  vendor.answers(sound('audio/wav', () => aWav(aTone(30_000)), 0))
  const { chunks } = await say(prose(1_300))
  expect(vendor.spoken().map(({ body }) => body.input)).toEqual(chunks.map(({ text }) => text))
  expect(chunks).toHaveLength(3)
})

test('without a key the request has none, and not that of the environment', async () => {
  await say('Hello.', { apiKey: undefined })
  expect(vendor.spoken()[0]?.headers.authorization).toBe('Bearer none')
})

const namesOf = async (over: Partial<OpenAiSpeechOptions>) =>
  (await open(over).voices()).map(({ id, aliases }) => [id, ...aliases].join('='))

test('the voices are those of the setting, each once', async () => {
  expect(await namesOf({ voices: ['nova', 'alloy', 'nova', 'no such/id'] })).toEqual(['nova', 'alloy=default'])
  expect(vendor.requests).toEqual([])
})

test.each([
  ['names', { voices: ['bf_emma', 'am_adam'] }],
  ['objects', { voices: [{ id: 'bf_emma', name: 'Emma' }, { voice_id: 'am_adam' }] }],
  ['a bare list', ['bf_emma', 'am_adam']],
])('the voices are those that the server lists, as %s', async (_, list) => {
  await using other = await openFakeOpenAiSpeech(json(200, list))
  const provider = open({ baseURL: other.baseURL, model: 'speaches-ai/Kokoro-82M' })
  expect(await provider.voices()).toMatchObject([
    { id: 'bf_emma', name: 'Emma', languages: ['en-GB'], sex: 'female', model: 'speaches-ai-Kokoro-82M' },
    { id: 'am_adam', name: 'Adam', languages: ['en-US'], sex: 'male', settings: [] },
  ])
})

test('a server without a list, or with one of another form, has OpenAI’s voices; the first models have fewer', async () => {
  expect(await namesOf({})).toHaveLength(13)
  await using other = await openFakeOpenAiSpeech(json(200, { nothing: true }))
  expect(await namesOf({ baseURL: other.baseURL, model: 'tts-1-hd' })).toHaveLength(9)
})

test.each([
  ['401', openAiFault(401, 'invalid_api_key'), { kind: 'permanent', code: 'speech_not_configured' }],
  ['402', openAiFault(402, 'x'), { kind: 'permanent', code: 'speech_no_credit' }],
  ['404', openAiFault(404, 'model_not_found'), { kind: 'permanent', code: 'speech_not_configured' }],
  ['400', openAiFault(400, 'invalid_value'), { kind: 'permanent', code: 'speech_request_refused' }],
  ['a refused text', openAiFault(400, 'content_policy_violation'), { kind: 'permanent', code: 'content_refused' }],
  ['429 without credit', openAiFault(429, 'insufficient_quota'), { kind: 'permanent', code: 'speech_no_credit' }],
  [
    '429',
    openAiFault(429, 'rate_limit_exceeded', { 'retry-after-ms': '250' }),
    { kind: 'transient', code: 'speech_busy', retryAfterMs: 250, isOutage: false },
  ],
  ['503', openAiFault(503, 'x'), { kind: 'transient', code: 'speech_unavailable', isOutage: true }],
  ['a page', json(200, 'no', { 'content-type': 'text/html' }), { kind: 'transient', code: 'speech_unreadable' }],
  ['no WAV', sound('audio/wav', () => Buffer.alloc(500)), { kind: 'transient', code: 'speech_unreadable' }],
  [
    'a WAV that ends early',
    sound('audio/wav', () => aWav(aTone(500)).subarray(0, 9_000)),
    { kind: 'transient', code: 'speech_cut_off' },
  ],
  ['half a sound', halfASound('audio/wav', aWav(aTone(900)), 'breaks'), { kind: 'transient', code: 'speech_cut_off' }],
  [
    'a sound that hangs',
    halfASound('audio/wav', aWav(aTone(900)), 'hangs'),
    { code: 'speech_timeout', retryAfterMs: 5_000 },
  ],
  ['no answer', () => {}, { kind: 'transient', code: 'speech_timeout', isOutage: true }],
  ['a reset', (response) => void response.socket?.resetAndDestroy(), { kind: 'transient', code: 'speech_unreachable' }],
] as [string, Parameters<typeof vendor.answers>[0], object][])('%s', async (_, answer, expected) => {
  vendor.answers(answer)
  await expect(say('Hello there.', { idleMs: 300 })).rejects.toMatchObject(expected)
  expect(vendor.spoken()).toHaveLength(1)
})

test('a failure says nothing of the headers, the key or the vendor’s sentence', async () => {
  vendor.answers(json(500, { error: { message: 'a secret key', code: 'a secret key' } }, { 'x-echo': 'a secret key' }))
  const failure = await say().catch((error: Error) => error)
  expect(failure).toMatchObject({ cause: { message: 'OpenAI answered 500' } })
  expect(JSON.stringify([failure, (failure as Error).cause])).not.toContain('a secret key')
})
