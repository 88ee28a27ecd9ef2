import { Counter, Gauge } from 'prom-client'
import { type Trial, trialOutcomes } from './try-job.ts'

export type TrialMetrics = ReturnType<typeof createTrialMetrics>

/** Registers the metrics, in a process that has trials. */
export function createTrialMetrics() {
  const trials = new Counter({
    name: 'trial_jobs_total',
    help: 'Trial jobs by their outcome: completed with its sound, refused, failed, without sound, or late',
    labelNames: ['outcome'],
  })
  const lastSeconds = new Gauge({
    name: 'trial_job_seconds',
    help: 'Time of the last trial job that completed, from its submission to its sound',
  })
  // From the first scrape on: a counter that begins with a failure has not risen.
  for (const outcome of trialOutcomes) trials.inc({ outcome }, 0)
  return {
    measure({ outcome, seconds }: Trial): void {
      trials.inc({ outcome })
      if (outcome === 'completed') lastSeconds.set(seconds)
    },
  }
}
