import { expect, test } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { endOfStep } from '../support/end-of-step.ts'
import { spellingVoice } from '../support/spelling-voice.ts'

const text = 'The patient must not take this before a meal.'
const isControl = ({ settings }: { settings: { speed?: number | undefined } }) => settings.speed !== undefined

const ends = (speech: SpeechProvider, asked: object = { check: 'words' }) =>
  endOfStep(speech, { text, voiceId: 'one', ...asked })

test('a sentence whose word is left out once is spoken again and delivered whole, and the job says how it was checked', async () => {
  const whole = await ends(spellingVoice(() => undefined))
  expect(whole).toMatchObject({ type: 'audio-stored', checked: 'words', recordings: 2 })
  const omitting = spellingVoice((take) => (take === 0 ? 'not' : undefined))
  expect(await ends(omitting)).toMatchObject({
    ...{ type: 'audio-stored', checked: 'words', recordings: 3, heard: whole.heard },
  })
  expect(omitting.requests.map(isControl)).toEqual([false, true, false])
})

test('a control that leaves a word out costs a further one, and no job', async () => {
  const omitting = spellingVoice((take) => (take === 1 ? 'patient' : undefined))
  expect(await ends(omitting)).toMatchObject({ type: 'audio-stored', checked: 'words' })
  expect(omitting.requests.map(isControl)).toEqual([false, true, false, true])
})

test('a word that is left out of each take fails the job by a code of its own, after three takes and as many controls', async () => {
  const omitting = spellingVoice((_, request) => (isControl(request) ? undefined : 'not'))
  expect(await ends(omitting)).toMatchObject({
    type: 'step-failed',
    code: 'speech_incomplete',
    error: 'The voice did not say every word of the text',
  })
  expect(omitting.requests).toHaveLength(6)
  const paces = omitting.requests.flatMap(({ settings }) => settings.speed ?? [])
  expect(new Set(paces).size).toBe(3)
})

test('a job that does not ask for it is checked by its shape, which has no eye for a word', async () => {
  const omitting = spellingVoice(() => 'not')
  expect(await ends(omitting, {})).toMatchObject({ type: 'audio-stored', checked: 'shape', recordings: 1 })
})

test('a voice of a vendor outside is not paid twice: its job says that it was checked by its shape', async () => {
  const vendor = spellingVoice(() => 'not', 'elevenlabs')
  expect(await ends(vendor)).toMatchObject({ type: 'audio-stored', checked: 'shape', recordings: 1 })
  expect(vendor.requests).toHaveLength(1)
})
