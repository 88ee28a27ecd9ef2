import { expect, test } from 'vitest'
import { record } from '../src/domain/recording.ts'
import type { SpokenChunk } from '../src/domain/voice.ts'

const sampleRate = 8_000
const text = 'A sentence that is long enough to be looked at.'
/** A tone that swells and fades, so that it neither is silent nor ends loud. */
const tone = (seconds: number, end = 0) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => Math.sin(i / 3) * Math.max(end, Math.sin((Math.PI * i) / (seconds * sampleRate))),
  )

async function* spoken(...chunks: SpokenChunk[]) {
  yield* chunks
}
const whole = () => spoken({ samples: tone(3), sampleRate, done: 1 })
const cut = () => spoken({ samples: tone(3, 1), sampleRate, done: 1 })
const silent = () => spoken({ samples: new Float32Array(3 * sampleRate), sampleRate, done: 1 })

/** Speaks what is given, one after the other. */
function voice(...takes: (() => AsyncIterable<SpokenChunk>)[]) {
  let count = 0
  const speak = () => (takes[count++] ?? whole)()
  return { speak, count: () => count }
}

test('a recording that is cut off or silent is made again', async () => {
  const speaker = voice(cut, silent, whole)
  const recording = await record(speaker.speak, { text, onDone: () => {} })
  expect([speaker.count(), recording.samples.length]).toEqual([3, 3 * sampleRate])
})

test('a voice that leaves something out each time fails the job with a sentence', async () => {
  const always = voice(cut, cut, cut)
  await expect(record(always.speak, { text, onDone: () => {} })).rejects.toMatchObject({
    kind: 'lasting',
    code: 'incomplete_speech',
  })
})

test('a voice that says nothing at all is asked again later', async () => {
  await expect(record(() => spoken(), { text, onDone: () => {} })).rejects.toMatchObject({
    kind: 'passing',
    code: 'empty_speech',
  })
})

test('chunks stand one after the other, and progress is told in steps', async () => {
  const told: number[] = []
  const chunks = Array.from(
    { length: 8 },
    (_, i): SpokenChunk => ({ samples: tone(0.5), sampleRate, done: (i + 1) / 8 }),
  )
  const { samples } = await record(() => spoken(...chunks), { text, onDone: (done) => told.push(done) })
  expect(samples.length).toBe(4 * sampleRate)
  expect(told).toEqual([0.25, 0.5, 0.75, 1])
})
