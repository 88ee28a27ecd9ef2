import type { JobState } from './job.ts'

/**
 * Time that a completed job took and was expected to take, in ms; undefined where the two cannot be compared: its expected time is without
 * the jobs of its account that it waited for.
 */
export function measuredTimeOf({
  status,
  activeAtOnce,
  expectedMs,
  createdAt,
  completedAt,
}: JobState): { tookMs: number; expectedMs: number } | undefined {
  if (status !== 'completed' || !activeAtOnce || !expectedMs || !completedAt) return undefined
  return { tookMs: completedAt.getTime() - createdAt.getTime(), expectedMs }
}
