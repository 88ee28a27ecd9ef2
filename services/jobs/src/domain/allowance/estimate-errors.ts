import type { EstimateStats } from '@utter/contracts/http/jobs/job-views'

/**
 * How far jobs were off their expected times: how many took no longer, and all of them by the seconds that they took more or less, under `s`
 * and the step that this is within.
 */
export type EstimateErrors = { inTime?: number; off?: Record<string, number> }
/** Error of a job. `offKey`: a key of `EstimateErrors.off`. */
export type EstimateError = { isInTime: boolean; offKey: string }

/** Seconds; the last is a day, after which a job is given up. */
const steps = [1, 2, 3, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600]
const lastStep = 86_400
const keyOf = (step: number): string => `s${step}`

/** @param tookMs from its submission to its end @param expectedMs is shown, and compared here, as whole seconds, rounded up */
export function estimateErrorOf(tookMs: number, expectedMs: number): EstimateError {
  const shownMs = Math.max(1, Math.ceil(expectedMs / 1_000)) * 1_000
  const offMs = Math.abs(tookMs - shownMs)
  return { isInTime: tookMs <= shownMs, offKey: keyOf(steps.find((step) => offMs <= step * 1_000) ?? lastStep) }
}

/** The errors with those of one job more. */
export const withError = (
  { inTime = 0, off = {} }: EstimateErrors,
  { isInTime, offKey }: EstimateError,
): EstimateErrors => ({ inTime: inTime + Number(isInTime), off: { ...off, [offKey]: (off[offKey] ?? 0) + 1 } })

/** Jobs that were measured in these hours, those that took no longer, and the seconds that half of them were off at most; undefined for none. */
export function estimatesOf(hours: EstimateErrors[]): EstimateStats | undefined {
  const jobsWithin = (step: number) => hours.reduce((sum, { off }) => sum + (off?.[keyOf(step)] ?? 0), 0)
  const counts = [...steps, lastStep].map((step) => ({ step, jobs: jobsWithin(step) }))
  const jobs = counts.reduce((sum, count) => sum + count.jobs, 0)
  if (jobs === 0) return undefined
  let so = 0
  const median = counts.find((count) => {
    so += count.jobs
    return so * 2 >= jobs
  })
  return {
    jobs,
    inTime: hours.reduce((sum, { inTime = 0 }) => sum + inTime, 0),
    medianOffSeconds: median?.step ?? lastStep,
  }
}
