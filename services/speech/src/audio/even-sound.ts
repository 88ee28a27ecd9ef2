import { filterPcm, type Pcm, stretch } from './filter-graph.ts'

/** Silence behind a clip that takes FFmpeg's filters to its end, in seconds: `atempo` holds back a part of its window (up to 64 ms), and all of a shorter clip. */
const roomSeconds = 0.1

/** A clip at another sample rate, quickened by a tempo from 0.5 to 2 at the same pitch, and exactly as long as both make it. */
export function evenSound({ samples, sampleRate }: Pcm, wanted: { sampleRate: number; tempo: number }): Float32Array {
  const even = new Float32Array(Math.round((samples.length * wanted.sampleRate) / sampleRate / wanted.tempo))
  const bytes = Buffer.from(even.buffer)
  const chain = `apad=pad_dur=${roomSeconds},${stretch(wanted.tempo)}aresample=${wanted.sampleRate},aformat=sample_fmts=flt`
  let at = 0
  // A copy ends where the clip does.
  filterPcm({ samples, sampleRate }, chain, (frame) => {
    at += frame.toBuffer().copy(bytes, Math.min(at, bytes.length))
  })
  return even
}
