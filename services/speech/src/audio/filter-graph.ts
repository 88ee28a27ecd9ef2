import { AV_CHANNEL_LAYOUT_MONO, AV_LOG_ERROR, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { FFmpegError, FilterGraph, Frame, Log } from 'node-av/lib'
import type { SampleSource } from './samples.ts'

export type Pcm = { samples: SampleSource; sampleRate: number }
/** Form of the sound that goes into a graph, by FFmpeg's names. */
type Form = { sampleRate: number; format: 'flt' | 'fltp'; channels: 'mono' | 'stereo' }
/** A chain of filters at work. `push` takes a frame, which stays the caller's; `end`: none follows. */
export type Graph = Disposable & { push(frame: Frame): void; end(): void }

Log.setLevel(AV_LOG_ERROR)

/**
 * Opens an FFmpeg filter chain; `each` sees every frame that comes out and must not keep it. Not by node-av's `FilterAPI`, which makes a frame of its own of each:
 * ten minutes of sound are tens of thousands, whose memory is free once they are collected, by when it is in pieces.
 */
export function openGraph({ sampleRate, format, channels }: Form, chain: string, each: (frame: Frame) => void): Graph {
  const graph = new FilterGraph()
  graph.alloc()
  const input = `sample_rate=${sampleRate}:sample_fmt=${format}:channel_layout=${channels}:time_base=1/${sampleRate}`
  must(graph.parsePtr(`abuffer@in=${input},${chain},abuffersink@out`), 'read a filter chain')
  must(graph.configSync(), 'open a filter chain')
  const [source, sink] = [graph.getFilter('abuffer@in'), graph.getFilter('abuffersink@out')]
  if (!source || !sink) throw new Error('A filter chain has no ends')
  const out = new Frame()
  out.alloc()
  const put = (frame: Frame | null) => {
    must(source.buffersrcAddFrameSync(frame), 'filter sound')
    while (sink.buffersinkGetFrameSync(out) >= 0) {
      each(out)
      out.unref()
    }
  }
  return {
    push: put,
    end: () => put(null),
    [Symbol.dispose]() {
      out.free()
      graph.free()
    },
  }
}

/** Runs a clip through an FFmpeg filter chain, a second at a time; `each` sees every frame that comes out and must not keep it. */
export function filterPcm({ samples, sampleRate }: Pcm, chain: string, each: (frame: Frame) => void): void {
  using graph = openGraph({ sampleRate, format: 'flt', channels: 'mono' }, chain, each)
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
    graph.push(frame)
  }
  graph.end()
}

/** The beginning of a chain that quickens by a tempo from 0.5 to 2, without a change of pitch. */
export const stretch = (tempo: number): string => (tempo === 1 ? '' : `atempo=${tempo.toFixed(4)},`)

export const must = (code: number, doing: string) => FFmpegError.throwIfError(code, doing)
