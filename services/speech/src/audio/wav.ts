export type Samples = { samples: Float32Array; sampleRate: number }

const headerBytes = 44

/** The samples of a mono WAV of 16 bit with the shortest header, as eSpeak and flite write it. */
export function samplesOfWav(wav: Uint8Array): Samples {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const count = Math.max(0, Math.floor((wav.byteLength - headerBytes) / 2))
  const samples = Float32Array.from({ length: count }, (_, at) => view.getInt16(headerBytes + at * 2, true) / 32_768)
  return { samples, sampleRate: view.getUint32(24, true) }
}
