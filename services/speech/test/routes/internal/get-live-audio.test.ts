import { randomUUID } from 'node:crypto'
import { liveFormats, partsOfFormat, soundTypeOf } from '@utter/contracts/sound-formats'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { tagBytes } from '@utter/testing/tag-bytes'
import { Decoder, Demuxer } from 'node-av/api'
import { describe, expect, test } from 'vitest'
import { samplesOfWav } from '../../../src/audio/wav.ts'
import { openMastering } from '../../../src/engines/mastering.ts'
import { openTranscoder } from '../../../src/engines/transcoder.ts'
import { callers, jobId, openSpeech, owner, signed } from '../../support/open-speech.ts'

const closing = await closedAfterAll(Promise.resolve(new AsyncDisposableStack()))
const [mastering, transcoder] = [openMastering(), openTranscoder()]
closing.defer(() => mastering.close())
closing.defer(() => transcoder.close())

const pieceSeconds = 1
/** A second of a tone, as they are heard while a text is spoken: mp3 frames by themselves. */
const tone = Float32Array.from({ length: pieceSeconds * 24_000 }, (_, at) => Math.sin(at / 10) / 4)
const { frames: piece } = await mastering.masterPiece(
  { samples: tone, sampleRate: 24_000, tempo: 1 },
  { signal: new AbortController().signal },
)
const [speakingId, toneId, brokenId] = [randomUUID(), randomUUID(), randomUUID()]
const sounds: Record<string, () => AsyncGenerator<Uint8Array>> = {
  async *[speakingId]() {
    yield Buffer.from('first ')
    yield Buffer.from('second')
  },
  async *[toneId]() {
    for (let count = 0; count < 3; count++) yield piece
  },
  async *[brokenId]() {
    yield piece
    throw new Error('The recording was broken off')
  },
}
const speech = closing.use(
  await openSpeech({
    transcoder,
    liveSounds: {
      find: async (id) => {
        const frames = sounds[id]
        return frames && { userId: owner.userId, frames }
      },
    },
  }),
)
const get = (id: string, token = callers.internal('jobs')) => speech.ask(`/internal/live/${id}`, signed(token))
const bytesOf = (id: string) => speech.askBytes(`/internal/live/${id}`, signed(callers.internal('jobs')))

test('the sound of a job of any account while it is spoken, for jobs', async () => {
  const { status, headers, bytes } = await bytesOf(speakingId)
  expect([status, headers['content-type']]).toEqual([200, 'audio/mpeg'])
  const [tag, sound] = [bytes.subarray(0, tagBytes(bytes)), bytes.subarray(tagBytes(bytes))]
  expect(sound.toString()).toBe('first second')
  for (const said of ['AI_GENERATED', `Utter, job ${speakingId}`])
    expect(tag.includes(Buffer.from(said, 'utf16le'))).toBe(true)
})

test('404: a job that is not being spoken', async () => {
  const { status, json } = await get(jobId)
  expect({ status, body: json() }).toMatchObject(problem(404, 'Audio not found', 'audio_not_found'))
})

test('nobody else hears it', async () => {
  expect((await get(speakingId, callers.account(owner))).status).not.toBe(200)
})

describe('in another form', () => {
  /** Seconds of what FFmpeg makes of a sound that it reads from its beginning to its end. */
  async function decodedSeconds(bytes: Buffer): Promise<number> {
    await using demuxer = await Demuxer.open(bytes)
    const stream = demuxer.audio() ?? expect.unreachable('there is no sound')
    using decoder = await Decoder.create(stream)
    let seconds = 0
    for await (const frame of decoder.frames(demuxer.packets(stream.index))) {
      if (!frame) continue
      seconds += frame.nbSamples / frame.sampleRate
      frame.free()
    }
    return seconds
  }

  /** Expects the tone, of a period of 20π samples, in half a second in the middle of each piece. */
  function expectTone(samples: ArrayLike<number>) {
    const all = Array.from(samples)
    for (const count of [0.5, 1.5, 2.5]) {
      const at = Math.round((all.length / 3) * count)
      const middle = all.slice(at - 6_000, at + 6_000)
      const crossings = middle.filter((sample, i) => i > 0 && sample >= 0 !== (middle[i - 1] ?? 0) >= 0).length
      expect(Math.abs(crossings - 12_000 / (10 * Math.PI))).toBeLessThan(20)
    }
  }

  test.each(liveFormats)('%s: its pieces follow one another, as one sound', async (format) => {
    const { status, headers, bytes } = await bytesOf(`${toneId}?format=${format}`)
    expect([status, headers['content-type']]).toEqual([200, soundTypeOf(format)])
    const { coding, sampleRate = 24_000 } = partsOfFormat(format)
    const seconds =
      coding === 'pcm'
        ? bytes.length / 2 / sampleRate
        : coding === 'ulaw' || coding === 'alaw'
          ? bytes.length / sampleRate
          : await decodedSeconds(bytes)
    // The encoder begins and ends each piece with up to 50 ms of silence, and one of another mp3 or of AAC as much again.
    expect(seconds).toBeGreaterThanOrEqual(3 * pieceSeconds - 0.1)
    expect(seconds).toBeLessThan(3 * (pieceSeconds + 0.2))
    const count = (tag: string) => bytes.toString('latin1').split(tag).length - 1
    expect(count('ID3')).toBe(soundTypeOf(format) === 'audio/mpeg' ? 1 : 0)
    for (const tag of ['Xing', 'Info', 'TAG']) expect(count(tag)).toBe(0)
    expect(bytes.toString('latin1').split('RIFF').length - 1).toBe(coding === 'wav' ? 1 : 0)
  })

  test('a WAV has the head of a stream, and the samples of each piece', async () => {
    const { bytes } = await bytesOf(`${toneId}?format=wav`)
    const { samples, sampleRate } = samplesOfWav(bytes)
    expect(sampleRate).toBe(24_000)
    expectTone(samples)
  })

  test.each([0.5, 2])('a tempo of %d changes its length, and not its pitch', async (tempo) => {
    const { bytes } = await bytesOf(`${toneId}?format=pcm&tempo=${tempo}`)
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    expect(Math.abs(samples.length / 24_000 - (3 * pieceSeconds) / tempo)).toBeLessThan(0.4 / tempo)
    expectTone(samples)
  })

  test('what is broken off is not taken for the whole', async () => {
    await expect(bytesOf(`${brokenId}?format=pcm`)).rejects.toThrow('response destroyed before completion')
  })

  test.each(['opus', 'flac', 'opus_48000_64', 'midi'])('400: %s, which cannot be sent in pieces', async (format) => {
    expect((await get(`${toneId}?format=${format}`)).status).toBe(400)
  })
})
