import { createHistogram } from 'node:perf_hooks'

/** Milliseconds, to three digits, from a microsecond up. */
export type Latency = { p50: number; p99: number; count: number }

export function createLatency() {
  const histogram = createHistogram({ figures: 3 })
  return {
    add(ms: number): void {
      histogram.record(Math.max(1, Math.round(ms * 1_000)))
    },
    read: (): Latency => ({
      p50: histogram.percentile(50) / 1_000,
      p99: histogram.percentile(99) / 1_000,
      count: histogram.count,
    }),
  }
}
