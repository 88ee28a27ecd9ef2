import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Decoder, Demuxer, FilterAPI } from 'node-av/api'
import { AV_LOG_ERROR, FF_DECODER_MP3 } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { joinSamples } from '../../src/domain/join-samples.ts'

export type Played = {
  lufs: number
  truePeakDb: number
  sampleCount: number
  sampleRate: number
  channels: number
  first50Ms: number
  last100Ms: number
}

/**
 * An mp3 as a player plays it: by FFmpeg's own demuxer and decoder, which read the file's Info tag, and its EBU R 128 meter.
 * Another way than the product's, which decodes the frames that it has just encoded.
 */
export async function play(mp3: Buffer): Promise<Played> {
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
  const samples = joinSamples(parts)
  const loudest = (part: Float32Array) => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return {
    ...played,
    sampleCount: samples.length,
    first50Ms: loudest(samples.subarray(0, 1920)),
    last100Ms: loudest(samples.subarray(-4800)),
  }
}

/** The same by the machine's own ffmpeg, where there is one. */
export async function lufsByFfmpeg(path: string): Promise<number | undefined> {
  const run = promisify(execFile)(
    'ffmpeg',
    ['-hide_banner', '-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-'],
    { maxBuffer: 1e8 },
  )
  const output = await run.catch(() => undefined)
  const figure = output?.stderr.match(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/)?.[1]
  return figure === undefined ? undefined : Number(figure)
}
