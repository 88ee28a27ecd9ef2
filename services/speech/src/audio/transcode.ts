import { partsOfFormat, type SoundCoding, type SoundForm } from '@utter/contracts/sound-formats'
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import { stretch } from './filter-graph.ts'
import { createMemoryFile } from './memory-file.ts'

type Coding = { muxer: string; codec: string; sampleRate: number; samples: 's16' | 's16p' | 'fltp'; bitrate?: number }

/**
 * Mono: the two channels of the mp3 are equal. The rates are those of forms that name none: the uncompressed ones have 24 kHz, as the
 * clients of OpenAI's speech expect.
 */
const codings: Record<SoundCoding, Coding> = {
  mp3: { muxer: 'mp3', codec: 'libmp3lame', sampleRate: 48_000, samples: 'fltp', bitrate: 128_000 },
  wav: { muxer: 'wav', codec: 'pcm_s16le', sampleRate: 24_000, samples: 's16' },
  pcm: { muxer: 's16le', codec: 'pcm_s16le', sampleRate: 24_000, samples: 's16' },
  opus: { muxer: 'ogg', codec: 'libopus', sampleRate: 48_000, samples: 's16', bitrate: 64_000 },
  flac: { muxer: 'flac', codec: 'flac', sampleRate: 48_000, samples: 's16' },
  aac: { muxer: 'adts', codec: 'aac', sampleRate: 48_000, samples: 'fltp', bitrate: 96_000 },
  ulaw: { muxer: 'mulaw', codec: 'pcm_mulaw', sampleRate: 8_000, samples: 's16' },
  alaw: { muxer: 'alaw', codec: 'pcm_alaw', sampleRate: 8_000, samples: 's16' },
}

/** A sound that is sent in parts, each an mp3 of its own, has the head of its file in the first one, without a length. */
export type SoundPart = 'first' | 'next'

/** Without a tag, and without the frame that tells a length: parts follow one another. */
const frames = { id3v2_version: 0, write_xing: 0 }

/**
 * An mp3 in another form, by FFmpeg, synchronously: a hundredth of its length.
 * @throws Error where it is no mp3
 */
export function transcode(mp3: Buffer, { format, tempo }: SoundForm, part?: SoundPart): Buffer {
  const wanted = partsOfFormat(format)
  const { muxer: container, codec, samples, ...usual } = codings[wanted.coding]
  const { sampleRate = usual.sampleRate, bitrate = usual.bitrate } = wanted
  using demuxer = Demuxer.openSync(mp3)
  const stream = demuxer.audio()
  if (!stream) throw new Error('There is no sound in the mp3')
  using decoder = Decoder.createSync(stream)
  using filter = FilterAPI.create(
    `${stretch(tempo)}aresample=${sampleRate},aformat=sample_fmts=${samples}:channel_layouts=mono`,
  )
  using encoder = Encoder.createSync(codec as never, bitrate ? { bitrate } : {})
  const file = createMemoryFile()
  // FFmpeg writes the length of a stream into a file that it cannot go back in.
  const output = part ? { write: file.write } : file
  const muxer = Muxer.openSync(output, {
    format: part === 'next' && container === 'wav' ? 's16le' : container,
    ...(part && container === 'mp3' && { options: frames }),
  })
  const track = muxer.addStream(encoder)
  const encode = (frame: Frame) => {
    for (const packet of encoder.encodeAllSync(frame)) {
      muxer.writePacketSync(packet, track)
      packet.free()
    }
  }
  const decoded = (frame: Frame) => {
    for (const out of filter.processAllSync(frame)) free(out, encode)
  }
  for (const packet of demuxer.packetsSync(stream.index)) {
    if (!packet) continue
    for (const frame of decoder.decodeAllSync(packet)) free(frame, decoded)
    packet.free()
  }
  for (const frame of decoder.flushFramesSync()) free(frame, decoded)
  for (const out of filter.flushFramesSync()) free(out, encode)
  for (const packet of encoder.flushPacketsSync()) muxer.writePacketSync(packet, track)
  muxer.closeSync()
  return file.bytes()
}

function free(frame: Frame, use: (frame: Frame) => void): void {
  try {
    use(frame)
  } finally {
    frame.free()
  }
}
