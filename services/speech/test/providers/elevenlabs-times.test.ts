import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFakeElevenLabs, type TimedPart, timedSound } from '@utter/testing/vendors/fake-elevenlabs'
import { sound } from '@utter/testing/vendors/fake-speech-vendor'
import { aTone } from '@utter/testing/vendors/tone'
import { beforeEach, expect, test } from 'vitest'
import { record } from '../../src/domain/recording.ts'
import { timedWords, wordTimesOf } from '../../src/domain/words/timed-words.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { patience, prose, usual } from '../support/local-voice.ts'
import { spoken } from '../support/spoken.ts'

const vendor = await closedAfterAll(openFakeElevenLabs())
const provider = openElevenLabs({ apiKey: 'key', baseURL: vendor.url })
const timed = { voiceId: 'premadeRachel', isTimed: true }
const text = 'Good morning, Ada: it is 9.30 now.'
const wordsIn = ['Good', 'morning', 'Ada', 'it', 'is', '9.30', 'now']

beforeEach(() => {
  vendor.answers()
  vendor.requests.length = 0
})

/** The chunk of a text of one passage. */
async function chunkOf(said = text, more: object = {}) {
  const { chunks } = await spoken(provider, said, { ...timed, ...more })
  expect(chunks).toHaveLength(1)
  const [chunk] = chunks
  if (!chunk) throw new Error('nothing was spoken')
  return chunk
}

/** The words of a text as a job's are answered. */
async function wordTimes(
  said: string,
  { shown = said, ...more }: { shown?: string; language?: string; speed?: number } = {},
) {
  const { speed, language } = more
  const request = { ...timed, ...(language && { language }), settings: { ...usual, ...(speed && { speed }) } }
  const speak = (piece: string) => provider.speak({ ...request, text: piece }, patience())
  const recorded = await record(speak, { text: said, speed, onDone() {} })
  const durationMs = (recorded.samples.length * 1_000) / recorded.sampleRate / recorded.tempo
  const inSound = { language, tempo: recorded.tempo, leadMs: 0, durationMs }
  return { words: wordTimesOf(timedWords(shown, recorded.pieces, inSound)), durationMs }
}

test('a job that wants no words asks for the sound alone, and one that wants them for their times, in a stream too', async () => {
  const plain = await chunkOf(text, { isTimed: false })
  const asked = await chunkOf()
  expect(vendor.spoken().map(({ path }) => path)).toEqual([
    '/v1/text-to-speech/premadeRachel/stream?output_format=pcm_24000',
    '/v1/text-to-speech/premadeRachel/stream/with-timestamps?output_format=pcm_24000',
  ])
  const [one, other] = vendor.spoken().map(({ body }) => body)
  expect(other).toEqual(one)
  expect(plain.words).toBeUndefined()
  expect(asked.samples).toEqual(plain.samples)
})

test('each word has the time of its characters, and no mark or blank beside it has', async () => {
  const { words = [], samples, sampleRate } = await chunkOf()
  const eachMs = ((samples.length * 1_000) / sampleRate - 60) / text.length
  expect(words).toHaveLength(wordsIn.length)
  for (const [index, word] of wordsIn.entries()) {
    const at = text.indexOf(word)
    expect(words[index]?.startMs).toBeCloseTo(at * eachMs, -1)
    expect(words[index]?.endMs).toBeCloseTo((at + word.length) * eachMs, -1)
  }
})

test('the words of a job are told, and not estimated, each within its sound', async () => {
  const { words, durationMs } = await wordTimes(text)
  expect(words.map(({ word, estimated }) => [word, estimated])).toEqual(wordsIn.map((word) => [word, false]))
  const seconds = words.flatMap(({ start, end }) => [start, end])
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(seconds.at(-1)).toBeLessThanOrEqual(durationMs / 1_000)
})

test('a speed that the vendor does not reach moves its words with the sound', async () => {
  const [usually, quickly] = [await wordTimes(text), await wordTimes(text, { speed: 2 })]
  expect(quickly.words.every(({ estimated }) => !estimated)).toBe(true)
  const lastOf = ({ words }: typeof usually) => words.at(-1)?.start ?? 0
  expect(lastOf(usually) / lastOf(quickly)).toBeCloseTo(2, 0)
})

test('each passage of a long text has its own times, which follow those of the one before', async () => {
  vendor.answers(timedSound(undefined, 70_000))
  const long = prose(1_500)
  const { words } = await wordTimes(long)
  expect(vendor.spoken()).toHaveLength(2)
  expect(words.some(({ estimated }) => estimated)).toBe(false)
  const starts = words.map(({ start }) => start)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(100)
})

test('characters beyond the basic plane and words without blanks between them have their times', async () => {
  const { words = [] } = await chunkOf('𝒜da 😀 sees 今日は海へ行きます now.', { language: 'ja' })
  const { words: shown } = await wordTimes('𝒜da 😀 sees 今日は海へ行きます now.', { language: 'ja' })
  expect(words.length).toBe(shown.length)
  expect(shown.every(({ estimated }) => !estimated)).toBe(true)
})

test('words that a pronunciation or a mark has changed share the time of those that were spoken', async () => {
  const { words } = await wordTimes('I like es queue el databases.', { shown: 'I like SQL databases.' })
  expect(words.map(({ word, estimated }) => [word, estimated])).toEqual([
    ['I', false],
    ['like', false],
    ['SQL', true],
    ['databases', false],
  ])
  expect(words[2]?.start).toBeGreaterThanOrEqual(words[1]?.end ?? Number.NaN)
  expect(words[2]?.end).toBeLessThanOrEqual(words[3]?.start ?? Number.NaN)
})

type Change = (part: TimedPart, index: number) => unknown
type Characters = NonNullable<TimedPart['alignment']>
const each = (change: Change) => timedSound((parts) => parts.map(change))
const withTimes = (change: (alignment: Characters) => object) =>
  each((part) => ({ ...part, alignment: part.alignment && change(part.alignment) }))
const moved = (seconds: number[], to: (second: number) => number) => seconds.map(to)

test.each([
  ['no times at all', each(({ audio_base64 }) => ({ audio_base64 }))],
  ['times that are null', each((part) => ({ ...part, alignment: null }))],
  ['times of another form', each((part) => ({ ...part, alignment: 'no' }))],
  ['those of one part missing', each((part, index) => (index === 1 ? { ...part, alignment: null } : part))],
  ['fewer beginnings than characters', withTimes((one) => ({ ...one, character_start_times_seconds: [0] }))],
  ['more ends than characters', withTimes((one) => ({ ...one, character_end_times_seconds: Array(99).fill(0.1) }))],
  ['ends that are no figures', withTimes((one) => ({ ...one, character_end_times_seconds: one.characters }))],
  ['another text', withTimes((one) => ({ ...one, characters: one.characters.map(() => 'x') }))],
  [
    'times of each part from its own beginning',
    withTimes((one) => {
      const [from = 0] = one.character_start_times_seconds
      return {
        ...one,
        character_start_times_seconds: moved(one.character_start_times_seconds, (second) => second - from),
        character_end_times_seconds: moved(one.character_end_times_seconds, (second) => second - from),
      }
    }),
  ],
  [
    'characters that end before they begin',
    withTimes((one) => ({ ...one, character_end_times_seconds: moved(one.character_end_times_seconds, () => 0) })),
  ],
  [
    'times beyond the sound',
    withTimes((one) => ({
      ...one,
      character_start_times_seconds: moved(one.character_start_times_seconds, (second) => second * 1_000),
      character_end_times_seconds: moved(one.character_end_times_seconds, (second) => second * 1_000),
    })),
  ],
])('with %s the sound is kept, and its words are estimated', async (_, answer) => {
  const right = await chunkOf()
  vendor.answers(answer)
  const { words, samples } = await chunkOf()
  expect(words).toBeUndefined()
  expect(samples).toEqual(right.samples)
  const { words: shown } = await wordTimes(text)
  expect(shown.map(({ word, estimated }) => [word, estimated])).toEqual(wordsIn.map((word) => [word, true]))
})

test('of two passages the one without times is estimated alone', async () => {
  vendor.answers(
    timedSound(
      (parts, { body }) => (body.previous_text ? parts.map((part) => ({ ...part, alignment: null })) : parts),
      70_000,
    ),
  )
  const { words } = await wordTimes(prose(1_500))
  const told = words.map(({ estimated }) => !estimated)
  expect([told[0], told.at(-1)]).toEqual([true, false])
  expect(told.lastIndexOf(true)).toBe(told.indexOf(false) - 1)
})

test('a slow sound with times is waited for as long as something comes', async () => {
  const patient = openElevenLabs({ apiKey: 'key', baseURL: vendor.url, idleMs: 800 })
  await patient.voices()
  const line = JSON.stringify({ audio_base64: aTone(1_000).toString('base64') })
  vendor.answers(sound('application/json', () => Buffer.from(line), 100))
  expect((await spoken(patient, text, timed)).durationMs).toBeCloseTo(1_000, 0)
})

test('a body that goes on for longer than any passage is no answer', async () => {
  const line = `${JSON.stringify({ audio_base64: Buffer.alloc(3_000_000).toString('base64') })}\n`
  vendor.answers((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // Our end hangs up.
    return pipeline(Readable.from(Array.from({ length: 40 }, () => line)), response).catch(() => {})
  })
  await expect(spoken(provider, text, timed)).rejects.toMatchObject({ kind: 'transient', code: 'speech_cut_off' })
})

test('an abort ends a timed sound by its reason, while its lines still come', async () => {
  const controller = new AbortController()
  vendor.answers((response, request) => {
    setImmediate(() => controller.abort(new Error('cancelled')))
    return timedSound(undefined, 60_000)(response, request)
  })
  await expect(spoken(provider, text, { ...timed, signal: controller.signal })).rejects.toThrow('cancelled')
})
