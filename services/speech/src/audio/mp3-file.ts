/** MPEG 1 layer III at 48 kHz and 128 kbit/s: every frame has 1,152 samples and exactly 384 bytes. */
export const mp3Format = { sampleRate: 48_000, bitrate: 128_000, samplesPerFrame: 1152, bytesPerFrame: 384 }

/** Samples that an MP3 decoder adds before the first one, beyond the encoder's own delay. */
const decoderDelay = 529
/** LAME's own delay at 48 kHz. */
const encoderDelay = 576
export const totalDelay = encoderDelay + decoderDelay

/**
 * The file around encoded frames: an `Info` frame before them, as LAME writes it, gives players the length and how many
 * samples at either end are the codec's and not the speech's, so nothing is cut and no gap is added.
 * Layout: the Xing/Info header (frames, bytes, seek table, quality) and LAME's extension with delay, padding and CRC-16.
 *
 * Not by FFmpeg's mp3 muxer, which gives the same frames in the same time, but takes the padding from the last packet alone: at most 1,681
 * samples, where up to 1,728 are real. For one length in thirty the file would claim to be up to a millisecond longer than the speech.
 */
export function mp3File(frames: Buffer, sampleCount: number): Buffer {
  if (frames.length === 0) throw new Error('No mp3 frames')
  const count = frames.length / mp3Format.bytesPerFrame
  const bytes = frames.length + mp3Format.bytesPerFrame
  const padding = count * mp3Format.samplesPerFrame - encoderDelay - sampleCount

  const info = Buffer.alloc(mp3Format.bytesPerFrame)
  frames.copy(info, 0, 0, 4)
  const tag = 36 // after the header and the 32 bytes of a stereo frame's side information
  info.write('Info', tag, 'latin1')
  info.writeUInt32BE(0b1111, tag + 4)
  info.writeUInt32BE(count, tag + 8)
  info.writeUInt32BE(bytes, tag + 12)
  for (let percent = 0; percent < 100; percent++) info[tag + 16 + percent] = Math.floor((percent * 256) / 100)
  info.writeUInt32BE(50, tag + 116)

  const lame = tag + 120
  info.write('LAME3.100', lame, 'latin1')
  info[lame + 9] = 1 // tag revision 0, constant bitrate
  info[lame + 20] = mp3Format.bitrate / 1000
  info.writeUIntBE(encoderDelay * 4096 + Math.min(4095, Math.max(0, padding)), lame + 21, 3)
  info.writeUInt32BE(bytes, lame + 28)
  info.writeUInt16BE(crc16(info.subarray(0, lame + 34)), lame + 34)
  return Buffer.concat([info, frames])
}

/** CRC-16 with the polynomial 0x8005, reflected: what LAME puts under its tag. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}
