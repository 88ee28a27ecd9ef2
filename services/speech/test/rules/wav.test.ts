import { aWav } from '@utter/testing/vendors/tone'
import { expect, test } from 'vitest'
import { hasManifest, samplesOfWav, wavOfSamples } from '../../src/audio/wav.ts'

const pcm = Buffer.from(Int16Array.of(0, 16_384, -16_384, 32_767).buffer)

test.each([
  ['with its sizes', aWav(pcm)],
  ['streamed, with the largest size', aWav(pcm, { dataBytes: 0xff_ff_ff_ff })],
  ['streamed, with the size 0', aWav(pcm, { dataBytes: 0 })],
  ['with a list before the sound', aWav(pcm, { extra: 'LIST' })],
])('a WAV %s is read to its end', (_, wav) => {
  expect(samplesOfWav(wav)).toEqual({
    samples: Float32Array.of(0, 0.5, -0.5, 32_767 / 32_768),
    sampleRate: 24_000,
  })
})

test('samples that are written as a WAV are read from it, to 16 bit, and what is too loud is cut off', () => {
  const { samples, sampleRate } = samplesOfWav(
    wavOfSamples({ samples: Float32Array.of(0, 0.25, -2), sampleRate: 16_000 }),
  )
  expect(sampleRate).toBe(16_000)
  for (const [at, value] of [0, 0.25, -1].entries()) expect(samples[at]).toBeCloseTo(value, 3)
})

test('two channels are mixed into one', () => {
  expect(samplesOfWav(aWav(pcm, { channels: 2, sampleRate: 48_000 }))).toEqual({
    samples: Float32Array.of(0.25, (32_767 / 32_768 - 0.5) / 2),
    sampleRate: 48_000,
  })
})

test('a view of a larger buffer is read where it begins', () => {
  const wav = aWav(pcm)
  expect(samplesOfWav(Buffer.concat([Buffer.alloc(3), wav]).subarray(3)).samples[1]).toBe(0.5)
})

test.each([
  ['a page', Buffer.from('<!doctype html><title>Bad gateway</title>'), 'The sound is no WAV'],
  ['nothing', Buffer.alloc(0), 'The sound is no WAV'],
  ['half a header', aWav(pcm).subarray(0, 30), 'The WAV has no sound'],
  ['a sound that was cut off', aWav(pcm).subarray(0, 46), 'The WAV ends before its size'],
  ['floating point', aWav(pcm, { bits: 32 }), 'The WAV is not of 16 bit'],
])('%s is refused', (_, bytes, message) => {
  expect(() => samplesOfWav(bytes)).toThrow(message)
})

test('a manifest of C2PA is seen before and behind the sound, and is no part of it', () => {
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body])
  }
  const manifest = chunk('C2PA', Buffer.alloc(6, 1))
  const wav = Buffer.from(aWav(pcm))
  const before = Buffer.concat([wav.subarray(0, 12), manifest, wav.subarray(12)])
  for (const marked of [before, Buffer.concat([wav, manifest])]) {
    expect(hasManifest(marked)).toBe(true)
    expect(samplesOfWav(marked)).toEqual(samplesOfWav(wav))
  }
  for (const plain of [wav, Buffer.alloc(3), aWav(pcm, { dataBytes: 0xff_ff_ff_ff }), aWav(pcm, { extra: 'LIST' })])
    expect(hasManifest(plain)).toBe(false)
})
