import type { Claims } from '@utter/contracts/claims'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock } from '@utter/runtime/clock'
import type { AudioFiles } from '@utter/storage/audio/files'
import { createLog } from '@utter/telemetry/log'
import { slotAlone } from '@utter/testing/alone'
import { testStatements } from '@utter/testing/statements'
import { createBreaker } from '@utter/worker/breaker'
import { runStep } from '@utter/worker/run-step'
import { expect } from 'vitest'
import { speechRequested } from '../../src/consumes/speech-requested.ts'
import type { KeptPieces } from '../../src/domain/kept/kept-piece.ts'
import type { LiveSounds } from '../../src/domain/live/live-sound.ts'
import type { SpokenAhead } from '../../src/domain/live/spoken-ahead.ts'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import type { Hearing, SpeechProvider } from '../../src/domain/voice.ts'
import { type StoredWords, wordTimesOf } from '../../src/domain/words/timed-words.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { usual } from './local-voice.ts'

const log = createLog('test', 'silent')

type End = {
  provider?: string
  voice?: string
  instead?: object[]
  code?: string
  newCharacters?: number
  recordings?: number
}

/**
 * The last event of a job's step, its type and its data, how many samples were mastered, and the words that were kept of it.
 * @param asked its request beside an id and the usual settings
 * @param hearing of vendors' voices, where somebody hears them
 * @param pieces those that are kept, for a request of a work
 */
export async function endOfStep(speech: SpeechProvider, asked: object, hearing?: Hearing, pieces = {} as KeptPieces) {
  const published: OutgoingEvent[] = []
  let heard = 0
  let words: StoredWords | undefined
  const claims = {
    renew: async () => true,
    forgetDeaths: async () => {},
    postpone: async () => {},
    finish: async (_, __, result) => {
      if ('value' in result) words = result.value.words
      return 1
    },
  } satisfies Partial<Claims<StoredAudio>> as unknown as Claims<StoredAudio>
  const master: Mastering['master'] = async ({ samples, sampleRate }) => {
    heard = samples.length
    return {
      mp3: Buffer.from('x'),
      durationMs: Math.round((heard * 1_000) / sampleRate),
      peaks: [],
      lufs: -16,
      truePeakDb: -1,
    }
  }
  const worker = speechRequested({
    claims,
    speech,
    hearing,
    breaker: createBreaker('speech', log),
    files: { write: async () => {} } as unknown as AudioFiles,
    mastering: {
      master,
      even: async ({ samples }) => samples,
      loudness: async () => undefined,
    } as Partial<Mastering> as Mastering,
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    clock: systemClock,
  })
  await runStep({
    worker,
    owner: 'owner',
    data: { jobId: 'j', attempt: 1, ttsSettings: usual, ...asked } as never,
    about: { userId: 'u' } as never,
    signal: AbortSignal.timeout(60_000),
    publish: async (events) => void published.push(...events),
    log,
    clock: systemClock,
    random: () => 0,
    slot: slotAlone,
    freeSlot: () => {},
  })
  const { event, data } = published.at(-1) ?? {}
  return { type: event?.type, heard, words: words && wordTimesOf(words), ...(data as End) }
}
