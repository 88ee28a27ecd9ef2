import { samplesOfPcm } from './pcm.ts'

export type Samples = { samples: Float32Array; sampleRate: number }

/** A writer that streams does not know the size of its sound, and writes one that no sound has, or 0. */
const isUnknown = (sizeBytes: number) => sizeBytes === 0 || sizeBytes >= 0x7f_ff_00_00

/**
 * The samples of a WAV of 16 bit; channels are mixed into one. Its sizes may be those of a stream.
 * @throws Error for another form of sound, no sound at all, or a sound that ends before its size
 */
export function samplesOfWav(wav: Uint8Array): Samples {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const nameAt = (at: number) => String.fromCharCode(...wav.subarray(at, at + 4))
  if (wav.byteLength < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') throw new Error('The sound is no WAV')
  let format: { channels: number; sampleRate: number } | undefined
  for (let at = 12; at + 8 <= wav.byteLength; ) {
    const sizeBytes = view.getUint32(at + 4, true)
    const body = at + 8
    if (nameAt(at) === 'fmt ' && body + 16 <= wav.byteLength) {
      if (view.getUint16(body + 14, true) !== 16) throw new Error('The WAV is not of 16 bit')
      format = { channels: view.getUint16(body + 2, true), sampleRate: view.getUint32(body + 4, true) }
    }
    if (nameAt(at) === 'data' && format) {
      const left = wav.byteLength - body
      if (!isUnknown(sizeBytes) && sizeBytes > left) throw new Error('The WAV ends before its size')
      const samples = samplesOfPcm(wav.subarray(body, body + (isUnknown(sizeBytes) ? left : sizeBytes)))
      return { samples: mixed(samples, format.channels), sampleRate: format.sampleRate }
    }
    at = body + sizeBytes + (sizeBytes % 2)
  }
  throw new Error('The WAV has no sound')
}

/**
 * Whether a WAV carries a manifest of C2PA, which says who has made it: a chunk `C2PA`. Behind a sound of unknown size none is found. It reads the heads of
 * chunks alone.
 */
export function hasManifest(wav: Uint8Array): boolean {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  for (let at = 12; at + 8 <= wav.byteLength; ) {
    if (String.fromCharCode(...wav.subarray(at, at + 4)) === 'C2PA') return true
    const sizeBytes = view.getUint32(at + 4, true)
    at += 8 + sizeBytes + (sizeBytes % 2)
  }
  return false
}

/** The mean of the channels. */
function mixed(samples: Float32Array, channels: number): Float32Array {
  if (channels < 2) return samples
  return Float32Array.from({ length: Math.floor(samples.length / channels) }, (_, at) => {
    const frame = samples.subarray(at * channels, (at + 1) * channels)
    return frame.reduce((sum, sample) => sum + sample, 0) / channels
  })
}

/** The WAV of mono samples, of 16 bit. */
export function wavOfSamples({ samples, sampleRate }: Samples): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(wav.buffer)
  const write = (at: number, name: string) => wav.set(new TextEncoder().encode(name), at)
  write(0, 'RIFF')
  view.setUint32(4, wav.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [at, sample] of samples.entries())
    view.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return wav
}
