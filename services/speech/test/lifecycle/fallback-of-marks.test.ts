import type { Fallback } from '@utter/contracts/jobs'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { elevenLabsFault, openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openAiFault, openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { sound } from '@utter/testing/vendors/fake-speech-vendor'
import { aWav, toneOf } from '@utter/testing/vendors/tone'
import { markedText, textOfParts } from '@utter/text/markup/markup'
import { beforeEach, expect, test } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { endOfStep } from '../support/end-of-step.ts'

const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const local = await closedAfterAll(openAllVoices([openEspeak()]))
const vendors = [openElevenLabs({ apiKey: 'key', baseURL: eleven.url }), openOpenAiSpeech({ baseURL: openai.baseURL })]
const allOf = (...providers: SpeechProvider[]) =>
  withVendors(providers, { chosen: 'elevenlabs', own: { find: async () => undefined } })
const english = 'Nobody on the quay had seen the boats before this morning.'
const french = 'Le port était calme quand les premiers bateaux sont arrivés ce matin.'

/** They ask for a pause of seven seconds, so the step is not tried again at once. */
const elevenAway = elevenLabsFault(503, 'unavailable', { 'retry-after': '7' })
const openaiAway = openAiFault(503, 'no', { 'retry-after': '7' })

beforeEach(() => {
  eleven.answers()
  openai.answers()
  eleven.requests.length = 0
  openai.requests.length = 0
})

type Asked = { text: string; voiceId?: string; fallback?: Fallback; language?: string }

function ends({ text, ...asked }: Asked, speech = allOf(...vendors, local)) {
  const marked = markedText(text, { isSsml: text.startsWith('<') })
  if ('fault' in marked) throw new Error(marked.fault.reason)
  const { parts } = marked
  return endOfStep(speech, { text: textOfParts(parts), parts, voiceId: 'espeak-m7', ...asked })
}
const dialogue = `The harbour was quiet. [voice:premadeRachel]${english}`
const byEspeak = { type: 'audio-stored', provider: 'espeak', voice: 'espeak-m7' }

test('a job without a fallback waits for the vendor of a voice that a mark names', async () => {
  eleven.answers(elevenAway)
  expect(await ends({ text: dialogue })).toMatchObject({ type: 'step-postponed', code: 'speech_unavailable' })
})

test('a vendor that speaks is not replaced, and nothing is told of it', async () => {
  const end = await ends({ text: dialogue, fallback: 'any' })
  expect(end).toMatchObject(byEspeak)
  expect(end).not.toHaveProperty('instead')
})

test('with a fallback another speaks that part, of the same sex, the job’s own voice its own, and the job says which', async () => {
  eleven.answers(elevenLabsFault(503, 'unavailable'))
  expect(await ends({ text: dialogue, fallback: 'same_language' }, allOf(...vendors.slice(0, 1), local))).toMatchObject(
    {
      ...byEspeak,
      instead: [{ voiceId: 'premadeRachel', voice: 'espeak-f3', provider: 'espeak' }],
    },
  )
  // After the usual attempts.
  expect(eleven.spoken()).toHaveLength(3)
})

test.each([
  [401, 'invalid_api_key', 'speech_not_configured'],
  [402, 'payment_required', 'speech_no_credit'],
])('a vendor that answers %i %s speaks for nobody, and is replaced in its part', async (status, reason, code) => {
  eleven.answers(elevenLabsFault(status, reason))
  expect(await ends({ text: dialogue })).toMatchObject({ type: 'step-failed', code })
  expect(await ends({ text: dialogue, fallback: 'same_language' })).toMatchObject({
    ...byEspeak,
    instead: [{ voiceId: 'premadeRachel', provider: 'openai' }],
  })
})

test('the job’s own voice of another vendor stays where that of a mark is away', async () => {
  openai.answers(openaiAway)
  const text = `The harbour was quiet. [voice:alloy]${english}`
  expect(await ends({ text, voiceId: 'premadeAdam', fallback: 'same_language' })).toMatchObject({
    ...{ type: 'audio-stored', provider: 'elevenlabs', voice: 'premadeAdam' },
    instead: [{ voiceId: 'alloy', provider: 'elevenlabs' }],
  })
})

test('all voices of a vendor that is away are replaced at once', async () => {
  eleven.answers(elevenAway)
  const text = `The harbour was quiet. [voice:premadeAdam]${english} [voice:espeak-m3]${english}`
  const end = await ends(
    { text, voiceId: 'premadeRachel', fallback: 'same_language' },
    allOf(...vendors.slice(0, 1), local),
  )
  expect(end).toMatchObject({
    ...{ type: 'audio-stored', provider: 'espeak', voice: 'espeak-f3' },
    instead: [{ voiceId: 'premadeAdam', voice: 'espeak-m3', provider: 'espeak' }],
  })
  expect(eleven.spoken()).toHaveLength(1)
})

test('where the next vendor is away too, this machine speaks', async () => {
  eleven.answers(elevenAway)
  openai.answers(openaiAway)
  expect(await ends({ text: dialogue, fallback: 'same_language' })).toMatchObject({
    ...byEspeak,
    instead: [{ voiceId: 'premadeRachel', voice: 'espeak-f3', provider: 'espeak' }],
  })
  expect([eleven.spoken().length, openai.spoken().length]).toEqual([1, 1])
})

test('where no other voice speaks the language of the part the job waits, or with `any` has the default voice for it', async () => {
  eleven.answers(elevenAway)
  const speech = allOf(...vendors.slice(0, 1), local)
  const text = `The harbour was quiet. [voice:premadeRachel]${french}`
  expect(await ends({ text, fallback: 'same_language' }, speech)).toMatchObject({
    ...{ type: 'step-postponed', code: 'speech_unavailable' },
  })
  expect(await ends({ text, fallback: 'any' }, speech)).toMatchObject({
    ...byEspeak,
    instead: [{ voiceId: 'premadeRachel', voice: 'espeak-m3' }],
  })
})

test('a voice of a mark whose vendor is away with its list, from the start of the process, is replaced by fallback alone', async () => {
  const speech = allOf(openElevenLabs({ apiKey: 'key', baseURL: 'http://127.0.0.1:9' }), local)
  expect(await ends({ text: dialogue }, speech)).toMatchObject({ type: 'step-postponed', code: 'speech_unreachable' })
  expect(await ends({ text: dialogue, fallback: 'same_language' }, speech)).toMatchObject({
    ...byEspeak,
    instead: [{ voiceId: 'premadeRachel', provider: 'espeak' }],
  })
  const both = { text: `The harbour was quiet. [voice:premadeAdam]${english}`, voiceId: 'premadeRachel' }
  expect(await ends({ ...both, fallback: 'same_language' }, speech)).toMatchObject({
    ...{ type: 'audio-stored', provider: 'espeak', instead: [{ voiceId: 'premadeAdam', provider: 'espeak' }] },
  })
})

test.each([
  ['a part that the vendor refuses', dialogue, 'content_refused'],
  ['a voice that nobody has', `The harbour was quiet. [voice:nobody]${english}`, 'invalid_voice'],
  ['the sounds of a word', `${dialogue} My [say:cat|kæt].`, 'mark_not_spoken'],
])('%s fails as it does without a fallback', async (_, text, code) => {
  eleven.answers(elevenLabsFault(400, 'content_against_policy'))
  expect(await ends({ text, fallback: 'any' })).toMatchObject({ type: 'step-failed', code })
})

test('a job’s own voice that nobody has fails it, also where the vendor of a mark is away', async () => {
  eleven.answers(elevenAway)
  const text = `<speak><voice name="premadeRachel">${english}</voice> The harbour was quiet.</speak>`
  expect(await ends({ text, voiceId: 'nobody', fallback: 'any' })).toMatchObject({
    ...{ type: 'step-failed', code: 'invalid_voice' },
  })
})

test('a voice that leaves a part out in the place of another fails the job, or each try would be paid for', async () => {
  eleven.answers(elevenAway)
  openai.answers(sound('audio/wav', () => aWav(toneOf('No.'))))
  expect(await ends({ text: dialogue, fallback: 'any' }, allOf(...vendors))).toMatchObject({ type: 'step-failed' })
})
