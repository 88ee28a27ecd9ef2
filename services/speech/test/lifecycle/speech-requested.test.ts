import { createHash, randomUUID } from 'node:crypto'
import type { Claims } from '@utter/contracts/claims'
import { VendorError } from '@utter/contracts/vendor-error'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock } from '@utter/runtime/clock'
import type { AudioFiles } from '@utter/storage/audio/files'
import { createLog } from '@utter/telemetry/log'
import { slotAlone, turnsAlone } from '@utter/testing/alone'
import { testStatements } from '@utter/testing/statements'
import { textRulesVersion } from '@utter/text/rules-version'
import { createBreaker } from '@utter/worker/breaker'
import { runStep } from '@utter/worker/run-step'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speechRequested } from '../../src/consumes/speech-requested.ts'
import type { KeptPieces } from '../../src/domain/kept/kept-piece.ts'
import type { LiveSounds } from '../../src/domain/live/live-sound.ts'
import type { SpokenAhead } from '../../src/domain/live/spoken-ahead.ts'
import { speechLimitMs } from '../../src/domain/speech-limit.ts'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import type { SpeakRequest, SpeechProvider, SpokenChunk } from '../../src/domain/voice.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { audioStored } from '../../src/publishes/audio-stored.ts'
import { aVoice } from '../support/a-voice.ts'
import { voice } from '../support/open-speech.ts'

const log = createLog('test', 'silent')
/** A second of a tone that fades. */
const sound = Float32Array.from({ length: 8_000 }, (_, i) => Math.sin(i / 3) * (1 - i / 8_000))
const text = 'A sentence that is long enough to be looked at.'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const contextOf = (signal = new AbortController().signal) => ({
  ...{ signal, owner: 'o', report: () => {}, givesUp: () => true, ...turnsAlone },
  about: { userId: 'u' } as never,
})

/** Handles a message with this voice. @param more of the request, and of what it has to work with */
function work(
  speak: SpeechProvider['speak'],
  more: object = {},
  deps: Partial<Parameters<typeof speechRequested>[0]> = {},
) {
  const published: OutgoingEvent[] = []
  const given: string[] = []
  const claims = {
    renew: async () => true,
    forgetDeaths: async () => {},
    postpone: async ({ jobId }) => void given.push(jobId),
    putBack: async ({ jobId }) => given.push(jobId) > 0,
  } satisfies Partial<Claims<StoredAudio>> as unknown as Claims<StoredAudio>
  const speech: SpeechProvider = { name: 'test', voices: async () => [], speak, close: async () => {} }
  const worker = speechRequested({
    claims,
    speech,
    breaker: createBreaker('speech', log),
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces: {} as KeptPieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    files: {} as AudioFiles,
    mastering: {} as Mastering,
    clock: systemClock,
    ...deps,
  })
  const asked = { jobId: 'j', attempt: 1, text, voiceId: 'default', ttsSettings: {}, ...more }
  const done = runStep({
    worker,
    owner: 'owner',
    data: asked,
    about: { userId: 'u' } as never,
    signal: new AbortController().signal,
    publish: async (events) => void published.push(...events),
    log,
    clock: systemClock,
    random: () => 0.5,
    slot: slotAlone,
    freeSlot: () => {},
  })
  return { done, published, given, types: () => published.map(({ event }) => event.type) }
}

test.each([
  ['stream', { live: true, text: 'a'.repeat(2_000) }, true],
  ['stream, and a longer text than is heard meanwhile', { live: true, text: 'a'.repeat(2_001) }, false],
  ['none', {}, false],
])('with %s a sound is begun while it is spoken, or not', async (_, more, isBegun) => {
  const begun: string[] = []
  const unavailable = async (jobId: string) => {
    begun.push(jobId)
    throw new Error('Redis is unavailable')
  }
  const liveSounds = { takeOver: unavailable, begin: unavailable, find: unavailable }
  const { done } = work(
    () => {
      throw new VendorError('transient', 'voice_failed', 'The voice did not answer')
    },
    more,
    { liveSounds },
  )
  await done
  expect(begun.length > 0).toBe(isBegun)
})

test.each([
  [1, 78_000],
  [1_000, 78_000],
  [1_001, 98_000],
  [10_000, 258_000],
])('a text of %i letters has %i ms, two seconds less than jobs waits', (letters, ms) => {
  expect(speechLimitMs('a'.repeat(letters))).toBe(ms)
})

test('a voice that hangs is aborted when its time is over: the step is postponed and its claim released', async () => {
  let count = 0
  const { done, published, given, types } = work(async function* () {
    count++
    yield* await new Promise<SpokenChunk[]>(() => {})
  })
  await vi.advanceTimersByTimeAsync(77_900)
  expect([types(), given]).toEqual([['speech-started'], []])
  await vi.advanceTimersByTimeAsync(200)
  expect(await done).toBe('finished')
  expect([types(), given, count]).toEqual([['speech-started', 'step-postponed'], ['j'], 1])
  expect(published.at(-1)?.data).toMatchObject({ stage: 'speech', code: 'speech_timeout' })
})

test('each report of progress restarts the time of a slow voice', async () => {
  const { done, types } = work(async function* () {
    for (let part = 1; part <= 4; part++) {
      await new Promise((resolve) => setTimeout(resolve, 60_000))
      yield { text: 'x', samples: sound, sampleRate: 8_000, pauseMs: 0, done: part * 0.24 }
    }
    await new Promise(() => {})
  })
  await vi.advanceTimersByTimeAsync(240_000)
  expect(types().filter((type) => type === 'speech-progressed')).toHaveLength(4)
  expect(types()).not.toContain('step-postponed')
  await vi.advanceTimersByTimeAsync(78_100)
  expect(await done).toBe('finished')
  expect(types().at(-1)).toBe('step-postponed')
})

test('a file that is written after its claim was lost is removed', async () => {
  const lost = new AbortController()
  const kept = new Set<string>()
  const worker = speechRequested({
    claims: {} as Claims<StoredAudio>,
    breaker: createBreaker('speech', log),
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces: {} as KeptPieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    clock: systemClock,
    speech: {
      name: 'test',
      voices: async () => [],
      close: async () => {},
      async *speak() {
        yield { text: 'Hi.', samples: sound, sampleRate: 8_000, pauseMs: 0, done: 1 }
      },
    },
    mastering: { master: async () => ({ mp3: Buffer.from('x'), durationMs: 1, peaks: [] }) } as unknown as Mastering,
    files: {
      write: async (name: string) => {
        kept.add(name)
        lost.abort()
      },
      remove: async (name: string) => void kept.delete(name),
    } as unknown as AudioFiles,
  })
  const request = { jobId: 'j', attempt: 1, text: 'Hi.', voiceId: 'default', ttsSettings: {} }
  const context = contextOf(lost.signal)
  await expect(worker.execute(request, context)).rejects.toThrow()
  expect([lost.signal.aborted, [...kept]]).toEqual([true, []])
})

/** SHA-256 of samples in 16 bit, little-endian. */
function hashOf(parts: Float32Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(Int16Array.from(part, (sample) => Math.round(sample * 32_767)))
  return hash.digest('hex')
}

test('the result names what spoke it: the voice behind an alias, its model, the characters and pieces, and when mastering began', async () => {
  const mastered: Date[] = []
  const begun = new Date('2026-02-03T04:05:06.789Z')
  let now = new Date(0)
  const worker = speechRequested({
    claims: {} as Claims<StoredAudio>,
    breaker: createBreaker('speech', log),
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces: {} as KeptPieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    clock: { now: () => now },
    speech: {
      name: 'test',
      voices: async () => [voice],
      close: async () => {},
      async *speak() {
        yield { text: 'Hi.', samples: sound, sampleRate: 8_000, pauseMs: 0, done: 0.5 }
        yield { text: 'You.', samples: sound, sampleRate: 8_000, pauseMs: 0, done: 1 }
        now = begun
      },
    },
    mastering: {
      master: async () => {
        mastered.push(now)
        now = new Date('2030-01-01T00:00:00.000Z')
        return { mp3: Buffer.from('x'), durationMs: 1, peaks: [] }
      },
    } as unknown as Mastering,
    files: { write: async () => {} } as unknown as AudioFiles,
  })
  const request = { jobId: 'j', attempt: 1, text: 'Hi. You.', voiceId: 'alloy', ttsSettings: {} }
  const stored = (await worker.execute(request, contextOf())) as StoredAudio
  const work = {
    provider: 'fake',
    model: 'fake-1',
    voice: 'one',
    characters: 8,
    recordings: 2,
    workMs: 0,
    textRules: textRulesVersion,
    checked: 'shape',
    storingAt: begun.toISOString(),
  }
  expect(stored).toEqual({
    name: 'j.o.mp3',
    sizeBytes: expect.any(Number),
    headBytes: stored.sizeBytes,
    framesHash: createHash('sha256').digest('hex'),
    durationMs: 1,
    peaks: [],
    pcmHash: hashOf([sound, sound]),
    work,
  })
  const { data } = audioStored(request, randomUUID(), stored)
  const { work: _, ...audio } = stored
  expect(data).toEqual({ jobId: 'j', attempt: 1, audio, ...work })
  expect(mastered).toEqual([begun])
})

test('a voice is found and spoken for the account of the job, before anything is paid for', async () => {
  const asked: unknown[] = []
  const worker = speechRequested({
    claims: {} as Claims<StoredAudio>,
    breaker: createBreaker('speech', log),
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces: {} as KeptPieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    clock: systemClock,
    speech: {
      name: 'test',
      voices: async () => [],
      find: async (voiceId, { userId }) => {
        asked.push(['find', voiceId, userId])
        return { ...voice, id: 'mine' }
      },
      close: async () => {},
      async *speak({ voiceId, userId }) {
        asked.push(['speak', voiceId, userId])
        yield { text: 'Hi.', samples: sound, sampleRate: 8_000, pauseMs: 0, done: 1 }
      },
    },
    mastering: { master: async () => ({ mp3: Buffer.from('x'), durationMs: 1, peaks: [] }) } as unknown as Mastering,
    files: { write: async () => {} } as unknown as AudioFiles,
  })
  const request = { jobId: 'j', attempt: 1, text: 'Hi.', voiceId: 'clone', ttsSettings: {} }
  const context = contextOf()
  expect(await worker.execute(request, context)).toMatchObject({ work: { voice: 'mine', provider: 'fake' } })
  expect(asked).toEqual([
    ['find', 'clone', 'u'],
    ['speak', 'clone', 'u'],
  ])
})

test('a job of a language is spoken by a voice of it, and its text goes there with what was said of it', async () => {
  const asked: SpeakRequest[] = []
  const french = aVoice('deux', { language: 'fr-FR' })
  const worker = speechRequested({
    claims: {} as Claims<StoredAudio>,
    breaker: createBreaker('speech', log),
    liveSounds: {} as LiveSounds,
    spokenAhead: {} as SpokenAhead,
    pieces: {} as KeptPieces,
    statements: testStatements,
    publish: () => expect.unreachable('no words are told'),
    clock: systemClock,
    speech: {
      name: 'test',
      voices: async () => [voice, french],
      close: async () => {},
      async *speak(request) {
        asked.push(request)
        yield { text: 'Oui.', samples: sound, sampleRate: 8_000, pauseMs: 0, done: 1 }
      },
    },
    mastering: { master: async () => ({ mp3: Buffer.from('x'), durationMs: 1, peaks: [] }) } as unknown as Mastering,
    files: { write: async () => {} } as unknown as AudioFiles,
  })
  const request = { jobId: 'j', attempt: 1, text: 'Oui.', voiceId: 'default', ttsSettings: {}, language: 'fr' }
  const context = contextOf()
  const off = { ...request, textNormalization: 'off' }
  const stored = await worker.execute(off, context)
  expect(stored).toMatchObject({ work: { voice: 'deux' } })
  expect(asked).toMatchObject([{ voiceId: 'deux', text: 'Oui.', language: 'fr', normalization: 'off' }])
  const english = { ...request, voiceId: 'one' }
  await expect(worker.execute(english, context)).rejects.toMatchObject({
    code: 'language_not_spoken',
  })
  expect(asked).toHaveLength(1)
})
