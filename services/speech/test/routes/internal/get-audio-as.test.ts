import { randomUUID } from 'node:crypto'
import {
  partsOfFormat,
  ratedFormats,
  type SoundFormat,
  soundFormats,
  soundTypeOf,
  soundTypes,
} from '@utter/contracts/sound-formats'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { Demuxer } from 'node-av/api'
import { expect, test } from 'vitest'
import { samplesInMemory } from '../../../src/domain/samples.ts'
import { openMastering } from '../../../src/engines/mastering.ts'
import { openTranscoder } from '../../../src/engines/transcoder.ts'
import { callers, failedJobId, jobId, openSpeech, signed } from '../../support/open-speech.ts'

const closing = await closedAfterAll(Promise.resolve(new AsyncDisposableStack()))
const [mastering, transcoder] = [openMastering(), openTranscoder()]
closing.defer(() => mastering.close())
closing.defer(() => transcoder.close())
const speech = closing.use(await openSpeech({ transcoder }))

/** Three seconds of a tone, as the mp3 of the job. */
const tone = Float32Array.from({ length: 3 * 24_000 }, (_, at) => Math.sin(at / 10) / 4)
const { mp3, durationMs } = await mastering.master(
  { samples: samplesInMemory([tone]), sampleRate: 24_000 },
  { signal: new AbortController().signal },
)
await speech.files.remove(speech.name)
await speech.files.write(speech.name, mp3)

const get = async (path: string, token = callers.internal('jobs')) =>
  speech.askBytes(`/internal/audio/${path}`, signed(token))

/** The first bytes of each form. */
const magic: Record<Exclude<SoundFormat, 'pcm'>, RegExp> = {
  mp3: /^(?:ID3|\xff\xfb)/,
  wav: /^RIFF.{4}WAVE/s,
  opus: /^OggS.*OpusHead/s,
  flac: /^fLaC/,
  aac: /^\xff[\xf1\xf9]/,
}

async function secondsOf(sound: Buffer, format: SoundFormat): Promise<number> {
  if (format === 'pcm') return sound.length / 2 / 24_000
  expect(sound.subarray(0, 64).toString('latin1')).toMatch(magic[format])
  await using file = await Demuxer.open(sound)
  return file.duration
}

test.each(soundFormats)('%s: the whole sound, by its type', async (format) => {
  const { status, headers, bytes } = await get(`${jobId}/${format}`)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, soundTypes[format], 'no-store'])
  // An ADTS stream has no length: FFmpeg guesses it from its bitrate.
  const tolerance = format === 'aac' ? 1 : 0.1
  expect(Math.abs((await secondsOf(bytes, format)) - durationMs / 1_000)).toBeLessThan(tolerance)
})

/** Bytes of a sample in codings without a container. */
const bytesOfSample: Record<string, number> = { pcm: 2, ulaw: 1, alaw: 1 }

test.each(ratedFormats)('%s: the whole sound, at the rate that it names', async (format) => {
  const { status, headers, bytes } = await get(`${jobId}/${format}`)
  expect([status, headers['content-type']]).toEqual([200, soundTypeOf(format)])
  const { coding, sampleRate = 0 } = partsOfFormat(format)
  const bytesEach = bytesOfSample[coding]
  if (bytesEach) {
    expect(Math.abs(bytes.length / bytesEach / sampleRate - durationMs / 1_000)).toBeLessThan(0.1)
    return
  }
  await using file = await Demuxer.open(bytes)
  expect(file.audio()?.codecpar.sampleRate).toBe(sampleRate)
  expect(Math.abs(file.duration - durationMs / 1_000)).toBeLessThan(0.1)
})

test.each([0.5, 2])('a tempo of %d changes its length, and not its pitch', async (tempo) => {
  const { bytes } = await get(`${jobId}/pcm?tempo=${tempo}`)
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  expect(Math.abs(samples.length / 24_000 - durationMs / 1_000 / tempo)).toBeLessThan(0.2)
  const middle = samples.subarray(samples.length / 2 - 6_000, samples.length / 2 + 6_000)
  const crossings = middle.filter((sample, at) => at > 0 && sample >= 0 !== (middle[at - 1] ?? 0) >= 0).length
  // A period of 20π samples.
  expect(Math.abs(crossings - 12_000 / (10 * Math.PI))).toBeLessThan(20)
})

test.each([
  ['another form', `${jobId}/midi`],
  ['a tempo of 9', `${jobId}/wav?tempo=9`],
])('400: %s', async (_what, path) => {
  expect((await get(path)).status).toBe(400)
})

test.each([
  ['failed', failedJobId],
  ['is unknown', randomUUID()],
])('404: a job that %s', async (_why, id) => {
  const { status, bytes } = await get(`${id}/wav`)
  expect({ status, body: JSON.parse(String(bytes)) }).toMatchObject(problem(404, 'Audio not found', 'audio_not_found'))
})

test('429: a fifth at once of one account, whose share they are', async () => {
  const made: (() => void)[] = []
  const transcode = () => new Promise<Buffer>((resolve) => made.push(() => resolve(Buffer.from('made'))))
  await using busy = await openSpeech({ transcoder: { transcode } })
  const ask = () => busy.askBytes(`/internal/audio/${jobId}/wav`, signed(callers.internal('jobs')))
  const four = [ask(), ask(), ask(), ask()]
  await expect.poll(() => made.length).toBe(1)
  expect((await ask()).status).toBe(429)
  // They are made one after the other.
  for (let turn = 1; turn <= 4; turn++) {
    await expect.poll(() => made.length).toBe(turn)
    made.at(-1)?.()
  }
  expect((await Promise.all(four)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
