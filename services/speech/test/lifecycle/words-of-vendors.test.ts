import { closedAfterAll } from '@utter/testing/closed-after-all'
import { isTimed, openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { beforeEach, expect, test } from 'vitest'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { endOfStep } from '../support/end-of-step.ts'

const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const speech = withVendors(
  [openElevenLabs({ apiKey: 'key', baseURL: eleven.url }), openOpenAiSpeech({ baseURL: openai.baseURL })],
  { chosen: 'elevenlabs', own: { find: async () => undefined } },
)
const text = 'The harbour was quiet. Nobody had seen the boats.'
const words = ['The', 'harbour', 'was', 'quiet', 'Nobody', 'had', 'seen', 'the', 'boats']

beforeEach(() => void eleven.requests.splice(0))

const ends = (asked: object) => endOfStep(speech, { text, voiceId: 'premadeRachel', ...asked })

test('a job on a plan with word timestamps has the words that ElevenLabs tells, at their times', async () => {
  const told = await ends({ words: true })
  expect(told.words?.map(({ word, estimated }) => [word, estimated])).toEqual(words.map((word) => [word, false]))
  expect(eleven.spoken().map(isTimed)).toEqual([true])
})

test('a job on another plan asks for the sound alone', async () => {
  expect(await ends({})).toMatchObject({ type: 'audio-stored', provider: 'elevenlabs', words: undefined })
  expect(eleven.spoken().map(isTimed)).toEqual([false])
})

test('a pause and a rate within a text move its words with their sound', async () => {
  const { words: plain = [] } = await ends({ words: true })
  const parts = [{ text: 'The harbour was quiet. ' }, { pauseMs: 2_000 }, { text: 'Nobody had seen the boats.' }]
  const { words: paused = [] } = await ends({ words: true, parts })
  expect(paused.map(({ word, estimated }) => [word, estimated])).toEqual(words.map((word) => [word, false]))
  const gapOf = (times: typeof paused) => (times[4]?.start ?? 0) - (times[3]?.end ?? 0)
  expect(gapOf(paused) - gapOf(plain)).toBeGreaterThan(1.9)
})

test('OpenAI tells no times, so that its words are estimated', async () => {
  const { words: estimated } = await ends({ voiceId: 'alloy', words: true })
  expect(estimated?.map((one) => [one.word, one.estimated])).toEqual(words.map((word) => [word, true]))
})
