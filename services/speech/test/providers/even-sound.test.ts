import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { samplesInMemory } from '../../src/domain/samples.ts'
import { extentOf } from '../../src/domain/words/spoken-piece.ts'
import { openMastering } from '../../src/engines/mastering.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { fliteDir, patience } from '../support/local-voice.ts'
import { longestBlock, spoken } from '../support/spoken.ts'

const { even, master } = await closedAfterAll(openMastering())

const tone = (seconds: number, hertz: number, sampleRate: number) => ({
  samples: Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
  ),
  sampleRate,
})
const levelDb = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
const hertzOf = (samples: Float32Array, sampleRate: number) => {
  const rising = samples.filter((sample, at) => sample > 0 && (samples[at - 1] ?? sample) <= 0)
  return (rising.length * sampleRate) / samples.length
}
/** A clip without its ends, which are a window's. */
const middle = (samples: Float32Array) =>
  samples.subarray(Math.floor(samples.length * 0.1), Math.ceil(samples.length * 0.9))

const rates = [
  [24_000, 24_000],
  [16_000, 24_000],
  [22_050, 24_000],
  [44_100, 24_000],
  [48_000, 24_000],
] as const

describe.each(rates)('from %d to %d Hz', (from, to) => {
  test.each([0.5, 0.6, 0.8, 1.25, 1.6, 2])('a tone has its pitch and its level at the tempo %d', async (tempo) => {
    const clip = tone(2, 300, from)
    const made = await even(clip, { sampleRate: to, tempo, ...patience() })
    expect(made.length).toBe(Math.round((2 * to) / tempo))
    expect(hertzOf(middle(made), to) / 300).toBeCloseTo(1, 1)
    expect(Math.abs(levelDb(middle(made)) - levelDb(clip.samples))).toBeLessThan(0.5)
  })

  test('at its own tempo it is the same sound, sample for sample', async () => {
    const [made, wanted] = [
      await even(tone(1, 300, from), { sampleRate: to, tempo: 1, ...patience() }),
      tone(1, 300, to).samples,
    ]
    expect(made.length).toBe(wanted.length)
    // A filter begins and ends with what is not there.
    const off = made.map((sample, at) => Math.abs(sample - (wanted[at] ?? 0)))
    expect(Math.max(...middle(off))).toBeLessThan(0.005)
    expect(Math.max(...off)).toBeLessThan(0.1)
  })

  test.each([0, 1, 2, 10, 100, 240, 1_000])('%d samples are as long as they should be', async (length) => {
    const samples = tone(1, 300, from).samples.subarray(0, length)
    for (const tempo of [0.5, 1, 1.25, 2]) {
      const made = await even({ samples, sampleRate: from }, { sampleRate: to, tempo, ...patience() })
      expect(made.length).toBe(Math.round((length * to) / from / tempo))
      // A clip that is shorter than a window is not stretched: silence follows it.
      if (length >= 100) expect(Math.abs(levelDb(made) - levelDb(samples))).toBeLessThan(3.5)
    }
  })
})

test.each([14_000, 15_000, 18_000])('a tone of %d Hz is not in a sound of 24 kHz', async (hertz) => {
  const clip = tone(1, hertz, 44_100)
  const made = await even(clip, { sampleRate: 24_000, tempo: 1, ...patience() })
  expect(levelDb(middle(made)) - levelDb(clip.samples)).toBeLessThan(-40)
})

test('a tone that a lower rate has is not weakened, nor is there another above it at a higher rate', async () => {
  const clip = tone(1, 6_000, 16_000)
  const made = await even(clip, { sampleRate: 24_000, tempo: 1, ...patience() })
  const wanted = tone(1, 6_000, 24_000).samples
  const off = made.map((sample, at) => sample - (wanted[at] ?? 0))
  expect(levelDb(middle(off)) - levelDb(clip.samples)).toBeLessThan(-40)
})

test('what a voice speaks begins and ends where its tempo moves that', async () => {
  const voice = await openFlite({ dir: await fliteDir(), slots: 1 })
  await using _ = { [Symbol.asyncDispose]: () => voice.close() }
  const text = 'The harbour was quiet in the morning, and nobody had seen the boats.'
  const clip = await spoken(voice, text, { voiceId: 'slt' })
  const before = extentOf(clip)
  for (const tempo of [0.5, 0.7, 1.25, 1.6, 2]) {
    const samples = await even(clip, { sampleRate: 24_000, tempo, ...patience() })
    const after = extentOf({ samples, sampleRate: 24_000 })
    expect(Math.abs(after.startMs - before.startMs / tempo)).toBeLessThan(60)
    expect(Math.abs(after.endMs - before.endMs / tempo)).toBeLessThan(60)
  }
})

test('a minute keeps this thread free, and an abort is answered at once and harms no other clip', async () => {
  const minute = tone(60, 300, 22_050)
  const controller = new AbortController()
  const wanted = { sampleRate: 24_000, tempo: 0.7 }
  const reason = new Error('enough')
  const blocked = await longestBlock(async () => {
    const aborted = even(minute, { ...wanted, signal: controller.signal })
    const behind = even(tone(1, 300, 16_000), { ...wanted, ...patience() })
    setTimeout(() => controller.abort(reason), 50)
    await expect(aborted).rejects.toBe(reason)
    expect((await behind).length).toBe(Math.round(24_000 / 0.7))
  })
  expect(blocked).toBeLessThan(150)
  await expect(even(minute, { ...wanted, signal: controller.signal })).rejects.toBe(reason)
})

test('an engine that ends with a clip in hand is a transient fault, as for mastering, and another takes its place', async () => {
  const mastering = openMastering()
  await using _ = { [Symbol.asyncDispose]: () => mastering.close() }
  const wanted = { sampleRate: 24_000, tempo: 0.7, ...patience() }
  const lost = mastering.even(tone(60, 300, 44_100), wanted)
  await Promise.all([
    expect(lost).rejects.toMatchObject({ kind: 'transient', code: 'engine_ended' }),
    mastering.close(),
  ])
  expect((await mastering.even(tone(1, 300, 24_000), wanted)).length).toBe(Math.round(24_000 / 0.7))
})

test('a clip does not wait for others that wait to be mastered', async () => {
  const ended: string[] = []
  const endOf = async (name: string, work: Promise<unknown>) => void ended.push(await work.then(() => name))
  const clip = { samples: samplesInMemory([tone(20, 300, 22_050).samples]), sampleRate: 22_050 }
  const begun = Promise.withResolvers<void>()
  const first = endOf('first', master(clip, { ...patience(), onBegin: begun.resolve }))
  await begun.promise
  await Promise.all([
    first,
    endOf('second', master(clip, patience())),
    endOf('even', even(tone(5, 300, 22_050), { sampleRate: 24_000, tempo: 2, ...patience() })),
  ])
  expect(ended).toEqual(['first', 'even', 'second'])
})
