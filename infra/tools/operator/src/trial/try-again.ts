import { setTimeout as pause } from 'node:timers/promises'
import type { TrialMetrics } from './trial-metrics.ts'
import type { Trial } from './try-job.ts'

/** A trial every so many milliseconds, one at a time, until the signal; each is measured and told. */
export async function tryAgainAndAgain(
  attempt: () => Promise<Trial>,
  {
    everyMs,
    tell,
    metrics,
    signal,
  }: { everyMs: number; tell: (trial: Trial) => void; metrics: TrialMetrics; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const nextMs = performance.now() + everyMs
    const trial = await attempt()
    metrics.measure(trial)
    tell(trial)
    await pause(Math.max(0, nextMs - performance.now()), undefined, { signal }).catch(() => {})
  }
}
