import type { SampleSource } from './samples.ts'

/** The outline of a clip for the player: `count` values 0..1, the loudest sample of each equal part, the loudest part being 1. */
export function peaksOf(samples: SampleSource, count = 120): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * samples.length) / count)
    const to = Math.floor(((part + 1) * samples.length) / count)
    let peak = 0
    for (const sample of samples.subarray(from, to)) peak = Math.max(peak, Math.abs(sample))
    return peak
  })
  const loudest = Math.max(...peaks)
  return peaks.map((peak) => (loudest > 0 ? Math.round((peak / loudest) * 1000) / 1000 : 0))
}
