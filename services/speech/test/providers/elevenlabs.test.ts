import { closedAfterAll } from '@utter/testing/closed-after-all'
import {
  elevenLabsFault,
  elevenLabsVoices,
  openFakeElevenLabs,
  timedParts,
  timedSound,
} from '@utter/testing/vendors/fake-elevenlabs'
import { halfASound, json, type SpeechAnswer, sound } from '@utter/testing/vendors/fake-speech-vendor'
import { aTone } from '@utter/testing/vendors/tone'
import { beforeEach, expect, test } from 'vitest'
import { type ElevenLabsOptions, openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { patience, prose, usual } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { spoken } from '../support/spoken.ts'

const vendor = await closedAfterAll(openFakeElevenLabs())
const noon = new Date('2026-01-01T12:00:00Z')
const open = (over: Partial<ElevenLabsOptions> = {}) =>
  openElevenLabs({ apiKey: 'a secret key', baseURL: vendor.url, clock: { now: () => noon }, ...over })

// A vendor of its own: a request that was broken off may still arrive in a later test.
const ofSuite = await closedAfterAll(openFakeElevenLabs())
providerSuite('ElevenLabs', { open: async () => open({ baseURL: ofSuite.url }) })

beforeEach(() => {
  vendor.answers()
  vendor.requests.splice(0)
  vendor.voices.splice(0, vendor.voices.length, ...elevenLabsVoices)
})

const say = (text = 'Hello there.', over: Partial<ElevenLabsOptions> = {}) =>
  spoken(open(over), text, { voiceId: 'premadeRachel' })

test('a text is spoken by one request with the key, the model and the four settings, and the sound is what came', async () => {
  const settings = { stability: 0.1, similarityBoost: 0.2, style: 0.3, speakerBoost: false }
  const { durationMs, sampleRate } = await spoken(open(), 'Hello “there” & 1️⃣.', { voiceId: 'premadeRachel', settings })
  expect([durationMs, sampleRate]).toEqual([expect.closeTo(1_333.3, 0), 24_000])
  expect(vendor.spoken()).toMatchObject([
    {
      path: '/v1/text-to-speech/premadeRachel/stream?output_format=pcm_24000',
      headers: { 'xi-api-key': 'a secret key' },
      body: {
        text: 'Hello “there” & 1️⃣.',
        model_id: 'eleven_multilingual_v2',
        voice_settings: { stability: 0.1, similarity_boost: 0.2, style: 0.3, use_speaker_boost: false },
      },
    },
  ])
})

test('a text without normalization keeps its markup, and the vendor is asked to word nothing', async () => {
  const say = { voiceId: 'premadeRachel' }
  await spoken(open(), '**Hello** 5 km.', say)
  await spoken(open(), '**Hello** 5 km.', { ...say, normalization: 'off' })
  expect(vendor.spoken().map(({ body }) => [body.text, body.apply_text_normalization])).toEqual([
    ['Hello 5 km.', undefined],
    ['**Hello** 5 km.', 'off'],
  ])
})

test('a seed is the vendor’s', async () => {
  const say = { voiceId: 'premadeRachel' }
  for (const seed of [0, undefined]) await spoken(open(), 'Hello.', { ...say, ...(seed !== undefined && { seed }) })
  expect(vendor.spoken().map(({ body }) => body.seed)).toEqual([0, undefined])
})

test('a long text goes in passages of up to 1,000 characters, each with those around it', async () => {
  vendor.answers(sound('audio/pcm', () => aTone(70_000), 0))
  const { chunks } = await spoken(open(), prose(2_500), { voiceId: 'premadeRachel' })
  const bodies = vendor.spoken().map(({ body }) => body)
  expect(bodies.map(({ text }) => text)).toEqual(chunks.map(({ text }) => text))
  expect(bodies).toHaveLength(3)
  expect(bodies.map((body) => [body.previous_text, body.next_text])).toEqual([
    [undefined, bodies[1]?.text],
    [bodies[0]?.text, bodies[2]?.text],
    [bodies[1]?.text, undefined],
  ])
})

test('the third model gets no context, and a stability of 0, 0.5 or 1 as its one setting', async () => {
  const provider = open({ model: 'eleven_v3' })
  expect((await provider.voices())[0]).toMatchObject({ model: 'eleven_v3', settings: ['stability'] })
  vendor.answers(sound('audio/pcm', () => aTone(70_000), 0))
  await spoken(provider, prose(1_500), { voiceId: 'premadeAdam', settings: { ...usual, stability: 0.8 } })
  expect(vendor.spoken().map(({ body }) => Object.keys(body))).toEqual(
    Array.from({ length: 2 }, () => ['model_id', 'voice_settings', 'text']),
  )
  expect(vendor.spoken()[0]?.body.voice_settings).toEqual({ stability: 1 })
})

test('premade voices of every page are for everybody; the first is the default, and the list is asked for once', async () => {
  vendor.voices.push({ voice_id: 'premadeZoe', name: 'Zoe', category: 'premade' })
  const provider = open()
  expect(await Promise.all([provider.voices(), provider.voices()])).toMatchObject([[{}, {}, {}], {}])
  expect(await provider.voices()).toEqual([
    {
      id: 'premadeRachel',
      name: 'Rachel',
      description: 'american, narrative story, by ElevenLabs',
      language: 'en-US',
      languages: ['en-US', 'fr'],
      sex: 'female',
      speedClass: 'quick',
      settings: ['stability', 'similarityBoost', 'style', 'speakerBoost'],
      provider: 'elevenlabs',
      model: 'eleven_multilingual_v2',
      aliases: ['default'],
    },
    expect.objectContaining({ id: 'premadeAdam', sex: 'male', languages: ['en'], aliases: [] }),
    expect.objectContaining({ id: 'premadeZoe', aliases: [] }),
  ])
  expect(vendor.requests.map(({ path }) => path)).toEqual([
    '/v2/voices?page_size=100',
    '/v2/voices?page_size=100&next_page_token=2',
  ])
})

test('the default may be a voice of the account that is not premade, and is listed then', async () => {
  const provider = open({ voiceId: 'clonedAda' })
  expect((await provider.voices()).map(({ id, aliases }) => [id, aliases])).toEqual([
    ['premadeRachel', []],
    ['premadeAdam', []],
    ['clonedAda', ['default']],
  ])
  await spoken(provider, 'Hello.', { voiceId: 'default' })
  expect(vendor.spoken()[0]?.path).toContain('/clonedAda/')
})

test('a voice that is not listed is found at the vendor, once in five minutes; so is that there is none', async () => {
  const provider = open()
  const find = (id: string) => provider.find?.(id, patience())
  for (const _ of [1, 2]) expect(await find('clonedAda')).toMatchObject({ id: 'clonedAda', name: 'Ada' })
  for (const _ of [1, 2]) expect(await find('nobody')).toBeUndefined()
  expect(await find('../../v1/user')).toBeUndefined()
  const asked = vendor.requests.map(({ path }) => path).filter((path) => path.startsWith('/v1/'))
  expect(asked).toEqual(['/v1/voices/clonedAda', '/v1/voices/nobody'])
})

const refusals: [string, SpeechAnswer, object][] = [
  ['401', elevenLabsFault(401, 'invalid_api_key'), { kind: 'permanent', code: 'speech_not_configured' }],
  ['401 without credit', elevenLabsFault(401, 'quota_exceeded'), { kind: 'permanent', code: 'speech_no_credit' }],
  ['402', elevenLabsFault(402, 'payment'), { kind: 'permanent', code: 'speech_no_credit' }],
  ['403', elevenLabsFault(403, 'forbidden'), { kind: 'permanent', code: 'speech_not_configured' }],
  ['404', elevenLabsFault(404, 'voice_not_found'), { code: 'invalid_voice', message: 'Invalid voice ID' }],
  ['400', elevenLabsFault(400, 'bad'), { kind: 'permanent', code: 'speech_request_refused' }],
  ['422', json(422, { detail: [{ msg: 'no' }] }), { kind: 'permanent', code: 'speech_request_refused' }],
  [
    '429',
    elevenLabsFault(429, 'too_many_concurrent_requests', { 'retry-after': '7' }),
    { kind: 'transient', code: 'speech_busy', retryAfterMs: 7_000, isOutage: false },
  ],
  ['500', json(500, 'no'), { kind: 'transient', code: 'speech_unavailable', isOutage: true }],
  ['a page', json(200, 'no', { 'content-type': 'text/html' }), { kind: 'transient', code: 'speech_unreadable' }],
  ['JSON', json(200, { detail: 'no' }), { kind: 'transient', code: 'speech_unreadable', isOutage: true }],
  ['nothing', sound('audio/pcm', () => Buffer.alloc(0)), { kind: 'transient', code: 'speech_cut_off' }],
  ['a redirect', json(307, {}, { location: '/elsewhere' }), { kind: 'transient', code: 'speech_unreachable' }],
]
const ofPlainSounds: typeof refusals = [
  ['an odd byte', sound('audio/pcm', () => Buffer.alloc(9_999)), { kind: 'transient', code: 'speech_cut_off' }],
  ['half a sound', halfASound('audio/pcm', aTone(2_000), 'breaks'), { kind: 'transient', code: 'speech_cut_off' }],
  [
    'a sound that does not go on',
    halfASound('audio/pcm', aTone(2_000), 'hangs'),
    { kind: 'transient', code: 'speech_timeout', isOutage: true },
  ],
]
const lines = Buffer.from(
  timedParts('Hello there.', aTone(2_000))
    .map((part) => `${JSON.stringify(part)}\n`)
    .join(''),
)
const ofTimedSounds: typeof refusals = [
  ['half a timed sound', halfASound('application/json', lines, 'breaks'), { code: 'speech_cut_off', isOutage: true }],
  ['a timed sound that does not go on', halfASound('application/json', lines, 'hangs'), { code: 'speech_timeout' }],
  [
    'a line that ends within itself',
    sound('application/json', () => lines.subarray(0, lines.length - 20)),
    { kind: 'transient', code: 'speech_cut_off' },
  ],
  ['a line that is no JSON', timedSound((parts) => ['no', ...parts]), { kind: 'transient', code: 'speech_unreadable' }],
  [
    'a fault behind the first line',
    timedSound(([first]) => [first, { detail: { status: 'no' } }]),
    { kind: 'transient', code: 'speech_unreadable' },
  ],
  [
    'lines without a sound',
    timedSound((parts) => parts.map((part) => ({ ...part, audio_base64: '' }))),
    { kind: 'transient', code: 'speech_cut_off' },
  ],
]
test.each([
  ...[...refusals, ...ofPlainSounds].map((row) => [...row, false] as const),
  ...[...refusals, ...ofTimedSounds].map((row) => [...row, true] as const),
])('%s', async (_, answer, expected, isTimed) => {
  const provider = open({ idleMs: 300 })
  await provider.voices()
  vendor.answers(answer)
  await expect(spoken(provider, 'Hello there.', { voiceId: 'premadeRachel', isTimed })).rejects.toMatchObject(expected)
  expect(vendor.spoken()).toHaveLength(1)
})

test('a slow sound is waited for as long as something comes', async () => {
  vendor.answers(sound('audio/pcm', () => aTone(1_000), 60))
  expect((await say('Hello there.', { idleMs: 400 })).durationMs).toBeCloseTo(1_000, 0)
})

test('a failure says nothing of the headers, the key or the vendor’s sentence', async () => {
  vendor.answers(
    json(500, { detail: { status: 'a secret key', message: 'a secret key' } }, { 'x-echo': 'a secret key' }),
  )
  const failure = await say().catch((error: Error) => error)
  expect(failure).toMatchObject({ cause: { message: 'ElevenLabs answered 500' } })
  expect(JSON.stringify([failure, (failure as Error).cause])).not.toContain('a secret key')
})

test('without any list its voices fail as the vendor does, since nothing says which of them there are', async () => {
  await using away = await openFakeElevenLabs()
  const provider = open({ baseURL: away.url })
  await away.close()
  await expect(provider.voices()).rejects.toMatchObject({ kind: 'transient', code: 'speech_unreachable' })
  await expect(spoken(provider, 'Hello.', { voiceId: 'default' })).rejects.toMatchObject({ code: 'speech_unreachable' })
})
