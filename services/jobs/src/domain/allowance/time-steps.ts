import type { TimesView } from '@utter/contracts/http/jobs/usage-report'

/** So many jobs that took a time of this step. */
export type TimeStep = { step: number; jobs: number }

/** Steps of a doubling of the time. A step is as wide as 9 % of it, and read as its middle: 4.4 % off at most. */
export const stepsPerDoubling = 8
/** The step of a day, at which longer times are counted too: a job is given up by then. So a day has 211 steps at most. */
export const maxTimeStep = 210

const msOf = (step: number): number => Math.round(2 ** ((step + 0.5) / stepsPerDoubling))

/**
 * How many jobs were measured, and the times in ms that half of them, and 95 of a hundred, took at most: each is within 4.4 % of the exact
 * one. Null for no job.
 */
export function timesOf(steps: TimeStep[]): TimesView | null {
  const jobs = steps.reduce((sum, one) => sum + one.jobs, 0)
  if (jobs === 0) return null
  const inOrder = steps.toSorted((a, b) => a.step - b.step)
  const within = (percent: number): number => {
    let seen = 0
    const found = inOrder.find((one) => {
      seen += one.jobs
      return seen * 100 >= jobs * percent
    })
    return msOf(found?.step ?? maxTimeStep)
  }
  return { jobs, p50Ms: within(50), p95Ms: within(95) }
}
