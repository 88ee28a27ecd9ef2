import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import type { Recording } from '../../src/domain/recording.ts'
import { samplesInMemory } from '../../src/domain/samples.ts'
import { openMastering } from '../../src/engines/mastering.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { openSampleSpool } from '../../src/store/sample-spool.ts'
import { fliteDir, patience, prose } from '../support/local-voice.ts'
import { lufsByFfmpeg, play } from '../support/meter.ts'
import { longestBlock, spoken } from '../support/spoken.ts'

const { path: folder } = await closedAfterAll(openFolder())
const mastering = await closedAfterAll(openMastering())
const { masterPiece } = mastering
const master = (
  { samples, ...about }: Recording & { tempo?: number },
  options: Parameters<typeof mastering.master>[1],
) => mastering.master({ ...about, samples: samplesInMemory([samples]) }, options)
const flite = await closedAfterAll(openFlite({ dir: await fliteDir(), slots: 1 }))
const spokenOf = (text: string) => spoken(flite, text, { voiceId: 'slt' })

const twoSentences = 'The first sentence is here. And then a second one follows, somewhat longer than the first.'
const speech = await spokenOf(twoSentences)
/** More than the engine of short clips takes, without the time in which the voice would speak so much. */
const chapter = repeated(speech, 35)

test.each([
  ['one word', () => spokenOf('Hello.')],
  ['two sentences', () => speech],
  ['a chapter', () => chapter],
])('%s: the mp3 measures −16 LUFS within half a unit and peaks below −1 dBTP', async (name, recording) => {
  const clip = await master(await recording(), patience())
  const played = await play(clip.mp3)
  expect(Math.abs(played.lufs + 16)).toBeLessThanOrEqual(0.5)
  expect(played.truePeakDb).toBeLessThanOrEqual(-0.9)
  expect(clip.lufs).toBeCloseTo(played.lufs, 0)
  const path = join(folder, `${name}.mp3`)
  await writeFile(path, clip.mp3)
  const figure = await lufsByFfmpeg(path)
  if (figure !== undefined) expect(Math.abs(figure + 16)).toBeLessThanOrEqual(0.5)
})

test('a chapter that is in a file is mastered as one in memory: its mp3 and its loudness are the same', async () => {
  await using inFile = openSampleSpool(0)
  for (let at = 0; at < chapter.samples.length; at += 100_000)
    await inFile.append(chapter.samples.subarray(at, at + 100_000))
  expect(inFile.path).toBeDefined()
  const { sampleRate } = chapter
  const byFile = await mastering.master({ samples: inFile, sampleRate }, patience())
  const byMessage = await master(chapter, patience())
  expect(byFile.mp3.equals(byMessage.mp3)).toBe(true)
  expect({ ...byFile, mp3: undefined }).toEqual({ ...byMessage, mp3: undefined })
  const third = Math.round(chapter.samples.length / 3)
  const stretches = [
    { from: 0, to: third },
    { from: 2 * third, to: chapter.samples.length },
  ]
  const inMemory = samplesInMemory([chapter.samples])
  expect(await mastering.loudness({ samples: inFile, sampleRate, stretches }, patience())).toBe(
    await mastering.loudness({ samples: inMemory, sampleRate, stretches }, patience()),
  )
})

test('the mp3 is 48 kHz at 128 kbit/s, exactly as long as its duration, with room before and after the speech', async () => {
  const clip = await master(speech, patience())
  const played = await play(clip.mp3)
  expect(played).toMatchObject({ sampleRate: 48_000, channels: 2 })
  expect(played.sampleCount / 48).toBeCloseTo(clip.durationMs, -0.5)
  expect(clip.durationMs).toBeGreaterThanOrEqual(Math.floor(speech.durationMs) + 200)
  expect(clip.mp3.length).toBeGreaterThan((clip.durationMs / 1000) * 16_000)
  // The Info frame, the codec's delay and a part of a frame: just under three, or three with the length in whole ms.
  expect(clip.mp3.length).toBeLessThanOrEqual((clip.durationMs / 1000) * 16_000 + 3 * 384)
  expect(played.first50Ms).toBeLessThan(0.02)
  expect(played.last100Ms).toBeLessThan(0.02)
})

test('a tempo makes it that much shorter, at the same loudness and with the same room after it', async () => {
  const usual = await master(speech, patience())
  for (const tempo of [0.5, 2]) {
    const clip = await master({ ...speech, tempo }, patience())
    const roomMs = 200
    expect(((clip.durationMs - roomMs) * tempo) / (usual.durationMs - roomMs)).toBeCloseTo(1, 1)
    expect(Math.abs((await play(clip.mp3)).lufs + 16)).toBeLessThanOrEqual(0.5)
  }
})

test('the outline for the player has 120 values from 0 to 1', async () => {
  const { peaks } = await master(await spokenOf('Hello there.'), patience())
  expect(peaks).toHaveLength(120)
  expect(Math.max(...peaks)).toBe(1)
  expect(Math.min(...peaks)).toBeGreaterThanOrEqual(0)
})

/** A recording again and again, for so many seconds at least. */
function repeated({ samples, sampleRate }: Recording, seconds: number): Recording {
  const times = Math.ceil((seconds * sampleRate) / samples.length)
  const all = new Float32Array(times * samples.length)
  for (let time = 0; time < times; time++) all.set(samples, time * samples.length)
  return { samples: all, sampleRate }
}

const tone = (seconds: number, sampleRate: number, level: number) => ({
  samples: Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, at) => level * Math.sin((2 * Math.PI * 440 * at) / sampleRate),
  ),
  sampleRate,
})

test.each([
  ['a vendor at 24 kHz that whispers', tone(3, 24_000, 0.005)],
  ['a vendor at 44.1 kHz that shouts', tone(3, 44_100, 1)],
  ['a blip of a tenth of a second', tone(0.1, 22_050, 0.3)],
])('%s comes out at −16 LUFS too', async (_, pcm) => {
  expect(Math.abs((await play((await master(pcm, patience())).mp3)).lufs + 16)).toBeLessThanOrEqual(0.5)
})

test('silence is refused as a transient failure of the voice', async () => {
  const silence = { samples: new Float32Array(22_050), sampleRate: 22_050 }
  await expect(master(silence, patience())).rejects.toMatchObject({ kind: 'transient', code: 'silent_speech' })
  await expect(master({ ...silence, samples: new Float32Array() }, patience())).rejects.toMatchObject({
    code: 'silent_speech',
  })
})

test('mastering a minute keeps this thread free, and an abort is answered at once', async () => {
  const minute = tone(60, 22_050, 0.2)
  const controller = new AbortController()
  const blocked = await longestBlock(async () => {
    const work = master(minute, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 300)
    const before = performance.now()
    await expect(work).rejects.toThrow('enough')
    expect(performance.now() - before).toBeLessThan(500)
  })
  expect(blocked).toBeLessThan(150)
  await master(tone(1, 22_050, 0.2), patience())
})

test('a clip that waits behind a long one is aborted without harm to it', async () => {
  const long = master(tone(60, 22_050, 0.2), patience())
  const controller = new AbortController()
  const behind = master(tone(1, 22_050, 0.2), { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(behind).rejects.toThrow('enough')
  expect((await long).durationMs).toBeGreaterThan(60_000)
})

test('pieces that follow one another are one mp3: as long as they are together, and as loud, however quietly the voice spoke them', async () => {
  const [loud, quiet] = [speech, await spokenOf(prose(100))]
  const quieter = { ...quiet, samples: quiet.samples.map((sample) => sample / 8) }
  const [first, second] = [
    await masterPiece({ ...loud, tempo: 1 }, patience()),
    await masterPiece({ ...quieter, tempo: 1 }, patience()),
  ]
  const [before, after, together] = await Promise.all(
    [first.frames, second.frames, Buffer.concat([first.frames, second.frames])].map((mp3) => play(Buffer.from(mp3))),
  )
  if (!before || !after || !together) throw new Error('nothing was played')
  for (const { lufs, truePeakDb } of [before, after, together]) {
    expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(0.75)
    expect(truePeakDb).toBeLessThanOrEqual(-0.5)
  }
  expect(Math.abs(before.lufs - after.lufs)).toBeLessThanOrEqual(1.5)
  const spokenMs = loud.durationMs + quiet.durationMs
  // An encoder's own delay and the rest of its last frame, for each of the two.
  expect(together.sampleCount / 48 - spokenMs).toBeGreaterThanOrEqual(-1)
  expect(together.sampleCount / 48 - spokenMs).toBeLessThanOrEqual(2 * 75)
})

test('a piece too short to be measured has the gain of the piece before', async () => {
  const silence = { samples: new Float32Array(800), sampleRate: 8_000, tempo: 1 }
  expect((await masterPiece(silence, { ...patience(), gainDb: 7 })).gainDb).toBe(7)
  expect((await masterPiece(silence, patience())).gainDb).toBe(0)
})
