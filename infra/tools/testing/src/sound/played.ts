import { joinSamples } from '@utter/speech/domain/samples'
import { Decoder, Demuxer, FilterAPI } from 'node-av/api'
import { AV_LOG_ERROR, FF_DECODER_MP3 } from 'node-av/constants'
import { Log } from 'node-av/lib'

/** `samples` of the first channel, −1..1. */
export type PlayedSound = {
  lufs: number
  truePeakDb: number
  samples: Float32Array
  sampleRate: number
  channels: number
}

/**
 * An mp3 as a player plays it: by FFmpeg's own demuxer and decoder, which read the file's Info tag, and its EBU R 128 meter.
 * Another way than the product's, which decodes the frames that it has just encoded.
 */
export async function playedSound(mp3: Buffer): Promise<PlayedSound> {
  Log.setLevel(AV_LOG_ERROR)
  await using file = await Demuxer.open(mp3)
  const stream = file.audio()
  if (!stream) throw new Error('No audio in the mp3')
  using decoder = await Decoder.create(stream, FF_DECODER_MP3)
  using meter = FilterAPI.create(
    'aformat=sample_fmts=flt,ebur128=metadata=1:framelog=quiet:peak=true,aformat=sample_fmts=flt',
  )
  const played = { lufs: Number.NaN, truePeakDb: Number.NaN, sampleRate: 0, channels: 0 }
  const parts: Float32Array[] = []
  const take = (frame: Awaited<ReturnType<typeof meter.processAll>>[number]) => {
    const metadata = frame.getMetadata()
    played.lufs = Number(metadata.get('lavfi.r128.I') ?? played.lufs)
    const peak = metadata.get('lavfi.r128.true_peak')
    if (peak !== null) played.truePeakDb = 20 * Math.log10(Number(peak))
    played.sampleRate = frame.sampleRate
    played.channels = frame.channels
    const bytes = frame.toBuffer()
    const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    parts.push(samples.filter((_, index) => index % frame.channels === 0))
    frame.free()
  }
  for await (const frame of decoder.frames(file.packets(stream.index))) {
    if (!frame) continue
    for (const out of await meter.processAll(frame)) take(out)
    frame.free()
  }
  for await (const out of meter.flushFrames()) take(out)
  return { ...played, samples: joinSamples(parts) }
}
