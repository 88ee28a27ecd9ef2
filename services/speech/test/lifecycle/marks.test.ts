import { turnsAlone } from '@utter/testing/alone'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { markedText, textOfParts } from '@utter/text/markup/markup'
import { expect, test } from 'vitest'
import { leadMs } from '../../src/domain/recording.ts'
import { timedWords } from '../../src/domain/words/timed-words.ts'
import { type Mastering, openMastering } from '../../src/engines/mastering.ts'
import { speakJob } from '../../src/lifecycle/speak-job.ts'
import { notLive } from '../../src/lifecycle/speak-live.ts'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openPico } from '../../src/providers/pico.ts'
import { openPiper } from '../../src/providers/piper.ts'
import { localVoiceDir, patience, picoDir, usual } from '../support/local-voice.ts'

const voices = await closedAfterAll(
  (async () => {
    const opened = await openAllVoices([
      await openPiper({ dir: await localVoiceDir(), slots: 1 }),
      await openPico({ dir: await picoDir() }),
      openEspeak(),
    ])
    const mastering = openMastering()
    const close = () => Promise.all([opened.close(), mastering.close()]).then(() => {})
    return { ...opened, mastering, [Symbol.asyncDispose]: close }
  })(),
)

type More = { voiceId?: string; speed?: number; isSsml?: boolean; mastering?: Mastering; signal?: AbortSignal }

/** A text with its marks, as a job is spoken. */
async function recorded(
  written: string,
  { voiceId = 'lucy', speed = 1, isSsml = false, mastering = voices.mastering, signal = patience().signal }: More = {},
) {
  const marked = markedText(written, { isSsml })
  if ('fault' in marked) throw new Error(marked.fault.reason)
  const request = { jobId: 'j', attempt: 1, voiceId, ttsSettings: { ...usual, speed }, seed: 7 }
  const { spoken } = await speakJob(
    { speech: voices, mastering },
    { ...request, text: textOfParts(marked.parts), parts: marked.parts },
    {
      signal,
      about: { userId: 'u' } as never,
      givesUp: () => true,
      onDone: () => {},
      live: notLive,
      pass: turnsAlone.pass,
    },
  )
  const { durationMs } = await mastering.master(spoken, { signal })
  return { ...spoken, durationMs }
}

test.each([
  ['lucy', 1],
  ['lucy', 1.6],
  ['slt', 1],
])('a pause between two sentences adds its time to the mp3 of %s at the speed %d', async (voiceId, speed) => {
  const without = await recorded('The door was closed. Nobody had opened it.', { voiceId, speed })
  const paused = await recorded('The door was closed. [pause:1.5s] Nobody had opened it.', { voiceId, speed })
  expect(Math.abs(paused.durationMs - without.durationMs - 1_500)).toBeLessThanOrEqual(50)
})

test('a pause at the beginning and at the end adds its time too, and one of ten seconds is no gap', async () => {
  const without = await recorded('The door was closed. Nobody had opened it.')
  const paused = await recorded('[pause:1s]The door was closed. [pause:10s]Nobody had opened it.[pause:500ms]')
  expect(Math.abs(paused.durationMs - without.durationMs - 11_500)).toBeLessThanOrEqual(50)
})

test.each(['lucy', 'joe', 'slt'])(
  'inside of a clause a pause of %s is all of the silence between two words',
  async (voiceId) => {
    const { pieces } = await recorded('Please wait [pause:1.5s] until I am back.', { voiceId })
    const [before, after] = pieces
    expect(pieces).toHaveLength(2)
    expect(Math.abs((after?.startMs ?? 0) - (before?.endMs ?? 0) - 1_500)).toBeLessThanOrEqual(50)
  },
)

test('words behind a pause have times that are later by it', async () => {
  const wordsOf = async (written: string) => {
    const { pieces, tempo, durationMs } = await recorded(written)
    const { texts, ms } = timedWords('One came. Another left.', pieces, { language: 'en', tempo, leadMs, durationMs })
    return Object.fromEntries(texts.map((word, index) => [word, ms[2 * index] ?? 0]))
  }
  const without = await wordsOf('One came. Another left.')
  const paused = await wordsOf('One came. [pause:2s]Another left.')
  expect(Math.abs((paused.One ?? 0) - (without.One ?? 0))).toBeLessThanOrEqual(50)
  expect(Math.abs((paused.Another ?? 0) - (without.Another ?? 0) - 2_000)).toBeLessThanOrEqual(50)
})

test.each(['lucy', 'joe'])(
  'a rate is that of what follows it alone, also where %s goes no further',
  async (voiceId) => {
    const [first, second] = ['The harbour was quiet in the morning.', 'Nobody on the quay had seen the boats.']
    const extents = async (written: string) =>
      (await recorded(written, { voiceId })).pieces.map(({ startMs, endMs }) => endMs - startMs)
    const [one = 0, two = 0] = await extents(`${first} ${second}`)
    const [sameOne = 0, quickTwo = 0] = await extents(`${first} [rate:1.6]${second}`)
    const [slowOne = 0, sameTwo = 0] = await extents(`[rate:0.7]${first} [rate:1]${second}`)
    for (const share of [sameOne / one, sameTwo / two]) expect(share).toBeCloseTo(1, 1)
    expect(two / quickTwo).toBeGreaterThan(1.25)
    expect(two / quickTwo).toBeLessThan(1.85)
    expect(slowOne / one).toBeGreaterThan(1.14)
    expect(slowOne / one).toBeLessThan(1.65)
  },
)

test('another voice speaks what follows its name, in one recording', async () => {
  const { pieces, sampleRate, samples } = await recorded('I am Lucy. [voice:kate]And I am Kate. [voice:joe]Joe.')
  expect(pieces.map(({ text }) => text)).toEqual(['I am Lucy.', 'And I am Kate.', 'Joe.'])
  const last = pieces.at(-1)?.endMs ?? 0
  expect((samples.length * 1_000) / sampleRate - last).toBeLessThan(600)
})

test('a job that is stopped while its voices are brought to one rate ends at once', async () => {
  const controller = new AbortController()
  const stopping: Mastering = {
    ...voices.mastering,
    even(clip, options) {
      setImmediate(() => controller.abort(new Error('enough')))
      return voices.mastering.even(clip, options)
    },
  }
  const stopped = recorded('I am Lucy. [voice:joe]Joe.', { mastering: stopping, signal: controller.signal })
  await expect(stopped).rejects.toThrow('enough')
})

test('a voice that nobody has fails the job before anything is spoken', async () => {
  await expect(recorded('I am Lucy. [voice:nobody]And I?')).rejects.toMatchObject({
    kind: 'permanent',
    code: 'invalid_voice',
  })
})

test('the sounds of a word are spoken by a voice that takes them, and its piece has the word', async () => {
  const { pieces } = await recorded('My [say:cat|ˌkætəˈmæriːn] is asleep. My cat is asleep.', { voiceId: 'joe' })
  expect(pieces.map(({ text }) => text)).toEqual(['My cat is asleep.', 'My cat is asleep.'])
  const [said = 0, plain = 0] = pieces.map(({ startMs, endMs }) => endMs - startMs)
  expect(said).toBeGreaterThan(plain + 150)
  await expect(recorded('My [say:cat|kæt].')).rejects.toMatchObject({ kind: 'permanent', code: 'mark_not_spoken' })
})

test('figures, letters and days are spoken as their marks say', async () => {
  const { pieces } = await recorded('[as:digits]42[/as] by [as:spell]UN[/as] on [as:date]2026-11-27[/as].')
  expect(pieces.map(({ text }) => text).join(' ')).toMatch(/^4, 2 by U, N on November 27,? 2026\.$/)
})

test('SSML is spoken as the same marks', async () => {
  const marks = await recorded('One came. [pause:1s]Another left.')
  const ssml = await recorded('<speak>One came. <break time="1s"/>Another left.</speak>', { isSsml: true })
  expect(Math.abs(ssml.durationMs - marks.durationMs)).toBeLessThanOrEqual(50)
})
