type Wav = { sampleRate?: number; channels?: number; bits?: number; dataBytes?: number; extra?: string }

/** PCM of 16 bit of a tone that fades in and out, loud enough to be taken for speech. */
export function aTone(ms: number, sampleRate = 24_000): Buffer {
  const count = Math.round((ms * sampleRate) / 1_000)
  const pcm = Buffer.alloc(count * 2)
  for (let at = 0; at < count; at++)
    pcm.writeInt16LE(Math.round(Math.sin(at / 10) * Math.sin((Math.PI * at) / count) * 20_000), at * 2)
  return pcm
}

/** A tone as long as a text is spoken: 15 letters a second, times the speed, and 400 ms at least. */
export const toneOf = (text: string, speed = 1): Buffer => aTone(Math.max(400, (text.length / 15 / speed) * 1_000))

/** A WAV of these samples. @param wav `dataBytes`: another size than the real one; `extra`: a chunk of this name before the sound */
export function aWav(
  pcm: Buffer,
  { sampleRate = 24_000, channels = 1, bits = 16, dataBytes, extra }: Wav = {},
): Buffer {
  const header = Buffer.alloc(36)
  header.write('RIFF', 0)
  header.writeUInt32LE(dataBytes ?? 36 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE((sampleRate * channels * bits) / 8, 28)
  header.writeUInt16LE((channels * bits) / 8, 32)
  header.writeUInt16LE(bits, 34)
  const chunk = (name: string, body: Buffer, size = body.length) => {
    const head = Buffer.alloc(8)
    head.write(name, 0)
    head.writeUInt32LE(size, 4)
    return Buffer.concat([head, body])
  }
  return Buffer.concat([header, ...(extra ? [chunk(extra, Buffer.alloc(10))] : []), chunk('data', pcm, dataBytes)])
}
