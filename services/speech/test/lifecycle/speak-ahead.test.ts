import { randomUUID } from 'node:crypto'
import type { DataOf } from '@utter/contracts/event'
import type { WordsProgressed } from '@utter/contracts/events/words-progressed'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, inject, test } from 'vitest'
import { inOneArray } from '../../src/domain/samples.ts'
import type { SpeakRequest, SpeechProvider, Voice } from '../../src/domain/voice.ts'
import { speakAhead } from '../../src/lifecycle/speak-ahead.ts'
import { speakJob } from '../../src/lifecycle/speak-job.ts'
import { speakLive } from '../../src/lifecycle/speak-live.ts'
import { speakPieces } from '../../src/providers/speak-pieces.ts'
import { createLiveSounds } from '../../src/store/live-sounds.ts'
import { createSpokenAhead } from '../../src/store/spoken-ahead.ts'
import { aVoice } from '../support/a-voice.ts'

const redis = openRedis(inject('redisUrls').speech, createLog('test', 'silent'))
await closedAfterAll(whenReady(redis).then(() => ({ [Symbol.asyncDispose]: async () => redis.disconnect() })))
const [liveSounds, spokenAhead] = [createLiveSounds(redis), createSpokenAhead(redis)]
/** How many words are told, and the last of them. */
const toldWords: string[] = []
const publish = async (events: OutgoingEvent[]) => {
  for (const { data } of events as OutgoingEvent<DataOf<typeof WordsProgressed>>[])
    toldWords.push(`${data.words.length} to ${data.words.at(-1)?.word}`)
}
/** Frames that say which sound they are: each take has another tone. */
const mastering = {
  masterPiece: async ({ samples }: { samples: Float32Array }) => ({
    ...{ frames: frameOf(samples), gainDb: 1 },
    ...{ lateMs: 23, ms: 2_400 },
  }),
}
const frameOf = (samples: Float32Array) => Buffer.from(`${samples[0]?.toFixed(6)} `)
const ttsSettings = { stability: 0.5, similarityBoost: 0.5, style: 0, speakerBoost: false }
const { signal } = new AbortController()

/** A voice that says no piece twice in the same way, and the pieces that it was asked for. */
function openVoice(voice: Voice = aVoice('one', { language: 'en-US', provider: 'piper' })) {
  const said: string[] = []
  const requests: SpeakRequest[] = []
  let gate = Promise.resolve()
  const speak = async (piece: string) => {
    await gate
    said.push(piece)
    const level = 0.2 + Math.random() * 0.3
    const length = piece.length * 520
    return {
      samples: Float32Array.from({ length }, (_, i) => (level * Math.cos(i / 3) * (length - i)) / length),
      sampleRate: 8_000,
    }
  }
  const speech: SpeechProvider = {
    name: 'test',
    voices: async () => [voice],
    speak(request) {
      requests.push(request)
      return speakPieces(request, speak, { signal, languages: ['en'] })
    },
    close: async () => {},
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { speech, said, requests, hold }
}

/** The ahead speaking of these sentences, and the step that speaks the whole text after it. */
function openJob(speech: SpeechProvider, { words }: { words?: true } = {}) {
  const [jobId, userId] = [randomUUID(), randomUUID()]
  const reply = { jobId, userId, attempt: 1, writing: 'w', voiceId: 'one', ttsSettings, ...(words && { words }) }
  const told: string[] = []
  const ahead = (sentences: AsyncIterable<string>) =>
    speakAhead({ speech, mastering, liveSounds, spokenAhead, publish }, reply, sentences, {
      signal,
      onAudible: () => void told.push('ahead'),
    })
  const step = async (text: string) => {
    const live = speakLive(
      { liveSounds, mastering },
      { jobId, userId, by: 'step' },
      { signal, onAudible: () => void told.push('step') },
    )
    const { spoken } = await speakJob(
      { speech, mastering: mastering as never },
      { jobId, attempt: 1, text, voiceId: 'one', ttsSettings },
      {
        ...{ signal, live, onDone() {}, pass: async () => {}, givesUp: () => true },
        about: { userId } as never,
        spokenBefore: (key) => spokenAhead.take(jobId, key),
      },
    )
    live.end()
    return spoken
  }
  /** Listens from now on, and keeps how that ends. */
  const listen = async () => {
    const heard = { frames: '', end: 'none' }
    const sound = await eventually('it can be heard', () => liveSounds.find(jobId))
    void (async () => {
      for await (const frames of sound.frames(() => false)) heard.frames += String(frames)
      heard.end = 'whole'
    })().catch(() => {
      heard.end = 'broken off'
    })
    return heard
  }
  return { ahead, step, listen, told, jobId }
}

async function* sentencesOf(...sentences: string[]) {
  yield* sentences
}
const [first, second, third] = [
  'Good morning, everybody here. ',
  'It is a sunny day outside. ',
  'Goodbye and good luck.',
] as const

test('sentences are heard while the reply is written, and the step speaks the rest alone: one sound, which is the one of the file', async () => {
  const { speech, said, requests } = openVoice()
  const { ahead, step, listen, told } = openJob(speech)
  const listening = listen()
  await ahead(sentencesOf(first, second))
  const heard = await listening
  await eventually('both are heard', () => heard.frames.split(' ').length === 3)
  expect(requests.every(({ whenIdle }) => whenIdle)).toBe(true)
  expect([said.length, told, heard.end]).toEqual([2, ['ahead'], 'none'])
  const spoken = await step(`${first}${second}${third}`)
  await eventually('it ends', () => heard.end === 'whole')
  expect(said.map((piece) => piece.trim())).toEqual([first.trim(), second.trim(), third])
  expect(told).toEqual(['ahead'])
  const samples = await inOneArray(spoken.samples)
  const at = spoken.pieces.map(({ startMs }) => samples[Math.round((startMs * spoken.sampleRate) / 1_000)])
  expect(heard.frames.trim().split(' ')).toHaveLength(3)
  expect(at).toHaveLength(3)
  expect(Number(heard.frames.split(' ')[0])).toBeCloseTo(samples[0] ?? 0, 4)
})

test('with words those that can be heard are told with each sentence, and without none', async () => {
  toldWords.length = 0
  for (const wanted of [{}, { words: true }] as const) {
    const { ahead, listen } = openJob(openVoice().speech, wanted)
    const [heard] = await Promise.all([listen(), ahead(sentencesOf(first, second))])
    await eventually('both are heard', () => heard.frames.split(' ').length === 3)
  }
  await eventually('both are told', () => toldWords.length === 2)
  expect(toldWords).toEqual(['4 to here', '10 to outside'])
})

test('a reply that became another is a sound of its own: the listener of the other is cut off', async () => {
  const { speech } = openVoice()
  const { ahead, step, listen } = openJob(speech)
  const listening = listen()
  await ahead(sentencesOf(first, second))
  const heard = await listening
  await eventually('both are heard', () => heard.frames.split(' ').length === 3)
  await step(`${first}${third}`)
  await eventually('it is cut off', () => heard.end === 'broken off')
  const anew = await listen()
  await eventually('the reply is heard whole', () => anew.end === 'whole')
  expect(anew.frames.trim().split(' ')).toHaveLength(2)
  expect(Number(anew.frames.split(' ')[0])).toBeCloseTo(Number(heard.frames.split(' ')[0]), 4)
})

test('a sentence that is still being spoken is waited for, and not spoken twice', async () => {
  const { speech, said, hold } = openVoice()
  const { ahead, step, jobId } = openJob(speech)
  const release = hold()
  const speaking = ahead(sentencesOf(first))
  await eventually('it is being spoken', async () => (await redis.exists(`ahead:${jobId}:held`)) > 0)
  const stepping = step(`${first}${third}`)
  setTimeout(release, 200)
  await Promise.all([speaking, stepping])
  expect(said.map((piece) => piece.trim())).toEqual([first.trim(), third])
})

test('a sentence that comes twice is two pieces', async () => {
  const { speech, said } = openVoice()
  const { ahead, step, listen } = openJob(speech)
  const listening = listen()
  await ahead(sentencesOf(first, first))
  const heard = await listening
  await step(`${first}${first}${third}`)
  await eventually('it ends whole', () => heard.end === 'whole')
  expect(said).toHaveLength(3)
})

test('a reply that is broken off cuts its listener off; one of a vendor, or in a language that the voice does not speak, is not spoken', async () => {
  const { speech, said } = openVoice()
  const broken = openJob(speech)
  const listening = broken.listen()
  const failing = broken.ahead(
    (async function* () {
      yield first
      const heard = await listening
      await eventually('it is heard', () => heard.frames !== '')
      throw new Error('The reply was broken off')
    })(),
  )
  await expect(failing).rejects.toThrow('broken off')
  const heard = await listening
  await eventually('it is cut off', () => heard.end === 'broken off')
  const outside = openVoice(aVoice('one', { provider: 'elevenlabs' }))
  await openJob(outside.speech).ahead(sentencesOf(first))
  await expect(openJob(speech).ahead(sentencesOf('สวัสดีครับทุกคน วันนี้อากาศดีมาก '))).rejects.toThrow()
  expect([said.length, outside.said.length]).toEqual([1, 0])
})

test('a long reply is not heard while it is written', async () => {
  const { speech } = openVoice()
  const { ahead, jobId } = openJob(speech)
  await expect(ahead(sentencesOf(first, second.repeat(80)))).rejects.toThrow('long')
  await eventually('nothing is heard', async () => !(await liveSounds.find(jobId)))
})

test('without Redis a job is spoken all the same', async () => {
  const away = createSpokenAhead({
    hmgetBuffer: () => Promise.reject(new Error('away')),
    exists: () => Promise.reject(new Error('away')),
  } as never)
  expect(await away.take('j', 'k')).toBeUndefined()
})
