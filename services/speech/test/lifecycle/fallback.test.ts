import type { Fallback } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { createSemaphore } from '@utter/runtime/semaphore'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { elevenLabsFault, openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openAiFault, openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { sound } from '@utter/testing/vendors/fake-speech-vendor'
import { aWav, toneOf } from '@utter/testing/vendors/tone'
import { createBreaker } from '@utter/worker/breaker'
import { register } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { createPace } from '../../src/providers/outside/vendor-pace.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { endOfStep } from '../support/end-of-step.ts'

const log = createLog('test', 'silent')
const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const local = await closedAfterAll(openAllVoices([openEspeak()]))
const english = 'The harbour was quiet when the first boats came in this morning.'
const french = 'Le port était calme quand les premiers bateaux sont arrivés ce matin.'

const off = new Set<string>()
/** The calls at once that ElevenLabs allows. */
const slots = createSemaphore(1, { maxWaitMs: 100 })
/** The voices of ElevenLabs, whose circuit is its own, and of the others. */
const speechOf = (...others: SpeechProvider[]) => {
  const pace = createPace({
    slots,
    breaker: createBreaker('speech:elevenlabs', log),
    isOff: () => off.has('elevenlabs'),
  })
  return withVendors([openElevenLabs({ apiKey: 'key', baseURL: eleven.url, pace }), ...others], {
    chosen: 'elevenlabs',
    own: { find: async () => undefined },
    isOff: (name) => off.has(name),
  })
}
/** It asks for a pause of seven seconds, so the step is not tried again at once. */
const away = elevenLabsFault(503, 'unavailable', { 'retry-after': '7' })

beforeEach(() => {
  off.clear()
  eleven.answers()
  openai.answers()
  eleven.requests.length = 0
  openai.requests.length = 0
})

type Asked = { text?: string; voiceId?: string; fallback?: Fallback; language?: string }

const ends = (asked: Asked, speech: SpeechProvider = speechOf(local)) =>
  endOfStep(speech, { text: english, voiceId: 'premadeRachel', ...asked })
const byEspeak = { type: 'audio-stored', provider: 'espeak', voice: 'espeak-f3', recordings: 1 }

/** How often espeak has spoken in place of ElevenLabs. */
async function fallbacks(): Promise<number> {
  const { values } = (await register.getSingleMetric('voice_fallbacks_total')?.get()) ?? { values: [] }
  return values.find(({ labels }) => labels.vendor === 'elevenlabs' && labels.provider === 'espeak')?.value ?? 0
}

test('a job without a fallback, as a message of before has none, waits for a vendor that is away', async () => {
  eleven.answers(away)
  expect(await ends({})).toMatchObject({ type: 'step-postponed', code: 'speech_unavailable' })
})

test('a vendor that speaks is not replaced', async () => {
  expect(await ends({ fallback: 'any' })).toMatchObject({ provider: 'elevenlabs', voice: 'premadeRachel' })
})

test('after the usual attempts a voice of another provider speaks it whole, and the job says which', async () => {
  eleven.answers(elevenLabsFault(503, 'unavailable'))
  const before = await fallbacks()
  expect(await ends({ fallback: 'same_language' })).toMatchObject(byEspeak)
  expect(eleven.spoken()).toHaveLength(3)
  expect((await fallbacks()) - before).toBe(1)
})

test('a vendor that is back speaks the next job', async () => {
  const speech = speechOf(local)
  eleven.answers(away)
  expect(await ends({ fallback: 'any' }, speech)).toMatchObject(byEspeak)
  eleven.answers()
  expect(await ends({ fallback: 'any' }, speech)).toMatchObject({ provider: 'elevenlabs', voice: 'premadeRachel' })
})

test('while its circuit is open a vendor is not asked', async () => {
  const speech = speechOf(local)
  eleven.answers(away)
  for (let job = 0; job < 5; job++) expect(await ends({}, speech)).toMatchObject({ code: 'speech_unavailable' })
  expect(await ends({ fallback: 'any' }, speech)).toMatchObject(byEspeak)
  expect(eleven.spoken()).toHaveLength(5)
})

test('a vendor without room for one more call is waited for: it is not away', async () => {
  const release = await slots.acquire(AbortSignal.timeout(60_000))
  expect(await ends({ fallback: 'any' })).toMatchObject({ type: 'step-postponed', code: 'vendor_at_limit' })
  release()
})

test('a vendor that is switched off is replaced at once, and is not asked', async () => {
  off.add('elevenlabs')
  expect(await ends({})).toMatchObject({ type: 'step-postponed', code: 'vendor_off' })
  expect(await ends({ fallback: 'same_language' })).toMatchObject(byEspeak)
  expect(eleven.spoken()).toEqual([])
})

test.each([
  [401, 'invalid_api_key', 'speech_not_configured'],
  [402, 'payment_required', 'speech_no_credit'],
])('a vendor that answers %i %s speaks for nobody, and is replaced', async (status, reason, code) => {
  eleven.answers(elevenLabsFault(status, reason))
  expect(await ends({})).toMatchObject({ type: 'step-failed', code })
  expect(await ends({ fallback: 'same_language' })).toMatchObject(byEspeak)
})

test.each([
  ['a text that the vendor refuses', {}, 'content_refused'],
  ['a voice that nobody has', { voiceId: 'nobody' }, 'invalid_voice'],
])('%s fails as it does without a fallback', async (_, more, code) => {
  eleven.answers(elevenLabsFault(400, 'content_against_policy'))
  expect(await ends({ fallback: 'any', ...more })).toMatchObject({ type: 'step-failed', code })
})

test('where no other voice speaks the language the job waits, or with `any` has the default voice of this machine', async () => {
  eleven.answers(away)
  expect(await ends({ text: french, fallback: 'same_language' })).toMatchObject({
    type: 'step-postponed',
    code: 'speech_unavailable',
  })
  expect(await ends({ text: french, fallback: 'any' })).toMatchObject({ provider: 'espeak', voice: 'espeak-m3' })
})

test('another vendor speaks first; where that is away too, this machine does', async () => {
  const speech = speechOf(openOpenAiSpeech({ baseURL: openai.baseURL }), local)
  eleven.answers(away)
  expect(await ends({ fallback: 'same_language' }, speech)).toMatchObject({ provider: 'openai', voice: 'alloy' })
  openai.answers(openAiFault(500, 'no'))
  expect(await ends({ fallback: 'same_language' }, speech)).toMatchObject(byEspeak)
  expect(await ends({ text: french, fallback: 'same_language' }, speech)).toMatchObject({ type: 'step-postponed' })
})

test('a voice whose vendor is away with its list, from the start of the process, is replaced', async () => {
  const unlisted = openElevenLabs({ apiKey: 'key', baseURL: 'http://127.0.0.1:9' })
  const speech = withVendors([unlisted, local], { chosen: 'elevenlabs', own: { find: async () => undefined } })
  for (const voiceId of ['default', 'premadeRachel'])
    expect(await ends({ voiceId, fallback: 'same_language' }, speech)).toMatchObject({
      ...{ type: 'audio-stored', provider: 'espeak', voice: 'espeak-m3' },
    })
})

test('a voice of this machine that fails is not replaced', async () => {
  const broken: SpeechProvider = {
    ...local,
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    async *speak() {
      throw new VendorError('transient', 'engine_ended', 'The voice failed', { retryAfterMs: 7_000 })
    },
  }
  const speech = speechOf(openOpenAiSpeech({ baseURL: openai.baseURL }), broken)
  expect(await ends({ voiceId: 'joe', fallback: 'any' }, speech)).toMatchObject({
    type: 'step-postponed',
    code: 'engine_ended',
  })
  expect(openai.spoken()).toEqual([])
})

test('a voice that leaves a part out in its place fails the job, or each try would be paid for', async () => {
  const speech = speechOf(openOpenAiSpeech({ baseURL: openai.baseURL }))
  eleven.answers(away)
  openai.answers(sound('audio/wav', () => aWav(toneOf('No.'))))
  expect(await ends({ fallback: 'any' }, speech)).toMatchObject({ type: 'step-failed', code: 'text_left_out' })
  expect(openai.spoken()).toHaveLength(3)
})
