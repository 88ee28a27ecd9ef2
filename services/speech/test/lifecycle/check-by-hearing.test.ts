import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { json, type SpeechAnswer, sound } from '@utter/testing/vendors/fake-speech-vendor'
import { openFakeTranscriber, saidTone } from '@utter/testing/vendors/fake-transcriber'
import { aWav, toneOf } from '@utter/testing/vendors/tone'
import { createBreaker } from '@utter/worker/breaker'
import { beforeEach, expect, test } from 'vitest'
import { samplesOfPcm } from '../../src/audio/pcm.ts'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { createHearing } from '../../src/providers/outside/open-hearing.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { aVoice } from '../support/a-voice.ts'
import { endOfStep } from '../support/end-of-step.ts'

const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const transcriber = await closedAfterAll(openFakeTranscriber())
const log = createLog('test', 'silent')
const text = 'The patient must not take this before a meal.'
const withoutNot = (said: string) => said.replace(' not', '')

const speakers: Record<
  string,
  { provider: SpeechProvider; says(saidIn: (written: string) => string): void; spoken(): number }
> = {
  ElevenLabs: {
    provider: openElevenLabs({ apiKey: 'k', baseURL: eleven.url }),
    says: (saidIn) => eleven.answers(sound('audio/pcm', ({ body }) => saidTone(saidIn(String(body.text))), 0)),
    spoken: () => eleven.spoken().length,
  },
  OpenAI: {
    provider: openOpenAiSpeech({ baseURL: openai.baseURL, apiKey: 'k', voices: ['alloy'] }),
    says: (saidIn) => openai.answers(sound('audio/wav', ({ body }) => aWav(saidTone(saidIn(String(body.input)))), 0)),
    spoken: () => openai.spoken().length,
  },
}
const vendors = Object.entries(speakers).map(([name, vendor]) => ({ name, ...vendor }))

beforeEach(() => {
  transcriber.answers()
  for (const { clips, requests } of [
    { clips: transcriber.clips, requests: eleven.requests },
    { clips: [], requests: openai.requests },
  ]) {
    clips.splice(0)
    requests.splice(0)
  }
})

const hearing = (limitMs = 60_000) =>
  createHearing({ baseURL: transcriber.baseURL, breaker: createBreaker('test', log), log, limitMs })
const ends = (speech: SpeechProvider, asked: object = {}, by = hearing()) =>
  endOfStep(speech, { text, voiceId: 'default', check: 'words', ...asked }, by)

/** A voice that says what it is given, but for its first takes. @param faulty how many of them have a fault */
const faultyAtFirst = (faulty: number, fault = withoutNot) => {
  let takes = 0
  return (written: string) => (takes++ < faulty ? fault(written) : written)
}

test.each(vendors)(
  'a sentence that $name has said whole is heard once and spoken once',
  async ({ provider, says, spoken }) => {
    says((written) => written)
    expect(await ends(provider)).toMatchObject({ type: 'audio-stored', checked: 'words', recordings: 1 })
    expect([spoken(), transcriber.clips.length]).toEqual([1, 1])
  },
)

test.each(vendors)(
  'a word that $name leaves out once is heard to be missing, and the sentence is spoken again',
  async ({ provider, says, spoken }) => {
    says(faultyAtFirst(1))
    expect(await ends(provider)).toMatchObject({ type: 'audio-stored', checked: 'words', recordings: 2 })
    expect(transcriber.clips.map(({ said }) => said)).toEqual([withoutNot(text), text])
    expect(spoken()).toBe(2)
  },
)

test.each(vendors)(
  'a word that $name leaves out each time fails the job after three takes',
  async ({ provider, says, spoken }) => {
    says(withoutNot)
    expect(await ends(provider)).toMatchObject({
      ...{ type: 'step-failed', code: 'speech_incomplete' },
      error: 'The voice did not say every word of the text',
    })
    expect([spoken(), transcriber.clips.length]).toEqual([3, 3])
  },
)

const { provider, says, spoken } = vendors[0] ?? expect.unreachable()

test('a name that the transcriber writes in its own way twice fails no job', async () => {
  says((written) => written.replace('patient', 'Siobhan'))
  expect(await ends(provider)).toMatchObject({ type: 'audio-stored', checked: 'words', recordings: 2 })
})

test('three takes that are each heard otherwise fail it', async () => {
  const others = ['doctor', 'museum', 'Thursday']
  says((written) => written.replace('patient', others.shift() ?? 'patient'))
  expect(await ends(provider)).toMatchObject({ type: 'step-failed', code: 'speech_incomplete' })
})

test('a job that does not ask for it is not heard', async () => {
  says(withoutNot)
  expect(await ends(provider, { check: undefined })).toMatchObject({ checked: 'shape', recordings: 1 })
  expect(transcriber.clips).toEqual([])
})

const silence: SpeechAnswer = () => {}
test.each<[string, SpeechAnswer]>([
  ['refuses its key', json(401, {})],
  ['has no room', json(429, {})],
  ['is broken', json(500, {})],
  ['never answers', silence],
  ['answers with a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>')],
  ['hears another text', json(200, { text: 'Thanks for watching, and see you next time.' })],
])('a job whose transcriber %s is delivered, and told to be checked by its shape', async (_, answer) => {
  says((written) => written)
  transcriber.answers(answer)
  const long = `${text} `.repeat(23)
  expect(await ends(provider, { text: long }, hearing(answer === silence ? 1_000 : undefined))).toMatchObject({
    type: 'audio-stored',
    checked: 'shape',
    recordings: 2,
  })
  // Its first piece: the others wait for nobody.
  expect(transcriber.clips).toHaveLength(1)
})

test('a transcriber that goes away after a fault was heard leaves the next take to its shape', async () => {
  says(faultyAtFirst(1))
  let heard = 0
  transcriber.answers((response, request) =>
    heard++ === 0 ? json(200, { text: withoutNot(text) })(response, request) : json(503, {})(response, request),
  )
  expect(await ends(provider)).toMatchObject({ type: 'audio-stored', checked: 'shape', recordings: 2 })
})

test('of a text with marks a vendor’s part is heard, and one by a voice of this machine has its control', async () => {
  const paces: (number | undefined)[] = []
  const own: SpeechProvider = {
    name: 'fake',
    voices: async () => [aVoice('one')],
    async *speak({ text, settings: { speed } }) {
      paces.push(speed)
      yield { text, samples: samplesOfPcm(toneOf(text, speed)), sampleRate: 24_000, pauseMs: 0, done: 1 }
    },
    close: async () => {},
  }
  const both = withVendors([provider, own], { chosen: 'elevenlabs', own: { find: async () => undefined } })
  says(faultyAtFirst(1))
  const parts = [{ text }, { text: ' Water is allowed at all times.', voiceId: 'one' }]
  const end = await ends(both, { text: parts.map((part) => part.text).join(''), parts })
  expect(end).toMatchObject({ type: 'audio-stored', checked: 'words', recordings: 4 })
  expect(transcriber.clips.map(({ said }) => said)).toEqual([withoutNot(text), text])
  expect(paces).toEqual([undefined, 0.94])
  expect(spoken()).toBe(2)
})
