import { FilterAPI } from 'node-av/api'
import { AV_CHANNEL_LAYOUT_MONO, AV_LOG_ERROR, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { FFmpegError, Frame, Log } from 'node-av/lib'
import type { SampleSource } from './samples.ts'

export type Pcm = { samples: SampleSource; sampleRate: number }

Log.setLevel(AV_LOG_ERROR)

/** Runs a clip through an FFmpeg filter chain, a second at a time; `each` sees every frame that comes out and must not keep it. */
export function filterPcm({ samples, sampleRate }: Pcm, chain: string, each: (frame: Frame) => void): void {
  using filter = FilterAPI.create(chain)
  for (let at = 0; at < samples.length; at += sampleRate) {
    const part = samples.subarray(at, at + sampleRate)
    using frame = Frame.fromAudioBuffer(Buffer.from(part.buffer, part.byteOffset, part.byteLength), {
      nbSamples: part.length,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(at),
    })
    for (const out of filter.processAllSync(frame)) free(out, each)
  }
  for (const out of filter.flushFramesSync()) free(out, each)
}

/** The beginning of a chain that quickens by a tempo from 0.5 to 2, without a change of pitch. */
export const stretch = (tempo: number): string => (tempo === 1 ? '' : `atempo=${tempo.toFixed(4)},`)

export function free(frame: Frame, use: (frame: Frame) => void): void {
  try {
    use(frame)
  } finally {
    frame.free()
  }
}

export const must = (code: number, doing: string) => FFmpegError.throwIfError(code, doing)
