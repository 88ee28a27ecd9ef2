import type { Claims } from '@utter/contracts/claims'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock } from '@utter/runtime/clock'
import type { AudioFiles } from '@utter/storage/audio/files'
import { createLog } from '@utter/telemetry/log'
import { slotAlone } from '@utter/testing/alone'
import { createBreaker } from '@utter/worker/breaker'
import { runStep } from '@utter/worker/run-step'
import { expect, test } from 'vitest'
import { speechRequested } from '../../src/consumes/speech-requested.ts'
import type { LiveSounds } from '../../src/domain/live/live-sound.ts'
import type { SpokenAhead } from '../../src/domain/live/spoken-ahead.ts'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { usual } from '../support/local-voice.ts'
import { spellingVoice } from '../support/spelling-voice.ts'

const log = createLog('test', 'silent')
const text = 'The patient must not take this before a meal.'
const isControl = ({ settings }: { settings: { speed?: number | undefined } }) => settings.speed !== undefined

/** The last event of a job's step by this voice, with its data. */
async function ends(speech: SpeechProvider, asked: object = { check: 'words' }) {
  const published: OutgoingEvent[] = []
  let heard = 0
  const claims = {
    take: async () => 'mine' as const,
    renew: async () => true,
    release: async () => {},
    finish: async () => true,
  } satisfies Partial<Claims<StoredAudio>> as unknown as Claims<StoredAudio>
  const master: Mastering['master'] = async ({ samples }) => {
    heard = samples.length
    return { mp3: Buffer.from('x'), durationMs: 1, peaks: [], lufs: -16, truePeakDb: -1 }
  }
  const worker = speechRequested({
    claims,
    speech,
    breaker: createBreaker('speech', log),
    files: { write: async () => {} } as unknown as AudioFiles,
    mastering: { master } as Mastering,
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    publish: () => expect.unreachable('no words are told'),
    clock: systemClock,
  })
  await runStep({
    worker,
    data: { jobId: 'j', attempt: 1, text, voiceId: 'one', ttsSettings: usual, ...asked } as never,
    about: { userId: 'u' } as never,
    signal: AbortSignal.timeout(30_000),
    publish: async (events) => void published.push(...events),
    log,
    clock: systemClock,
    random: () => 0,
    slot: slotAlone,
    freeSlot: () => {},
  })
  const { event, data } = published.at(-1) ?? {}
  return { type: event?.type, heard, ...(data as object) }
}

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
