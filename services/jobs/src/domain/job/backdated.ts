import { estimateErrorOf, withError } from '../allowance/estimate-errors.ts'
import { hourKey, keysOver, type RecentTotals, tenMinutesKey } from '../allowance/totals.ts'
import { failureKey, failureSentence } from './failures.ts'
import type { Job, JobState } from './job.ts'
import { measuredTimeOf } from './measured-time.ts'

/** The dates of an ended job, all moved by as much, so that it took as long as it did; undefined for a time that is not earlier. */
export function backdated(
  { createdAt, updatedAt, completedAt, audibleAt, timeline }: Job,
  to: Date,
): Pick<Job, 'createdAt' | 'updatedAt' | 'completedAt' | 'audibleAt' | 'timeline'> | undefined {
  const byMs = to.getTime() - createdAt.getTime()
  if (byMs >= 0) return undefined
  const moved = (at: Date) => new Date(at.getTime() + byMs)
  return {
    createdAt: to,
    updatedAt: moved(updatedAt),
    ...(completedAt && { completedAt: moved(completedAt) }),
    ...(audibleAt && { audibleAt: moved(audibleAt) }),
    timeline: timeline.map((entry) => ({ ...entry, at: moved(entry.at) })),
  }
}

const endOf = ({ completedAt }: JobState): number => completedAt?.getTime() ?? 0

/** The totals of the last hours, counted from these ended jobs as their removals have counted them. */
export function recentOf(ended: JobState[], now: Date): RecentTotals {
  const recent: RecentTotals = {}
  // The oldest first: of a failure the latest sentence is kept.
  const inOrder = ended.toSorted((a, b) => endOf(a) - endOf(b))
  for (const job of inOrder) {
    const { status, code, completedAt } = job
    if (!completedAt) continue
    const field = status === 'completed' ? 'completed' : 'failed'
    for (const key of [tenMinutesKey(completedAt), hourKey(completedAt)]) {
      const bucket = recent[key] ?? {}
      recent[key] = { ...bucket, [field]: (bucket[field] ?? 0) + 1 }
    }
    const bucket = recent[hourKey(completedAt)]
    const measured = measuredTimeOf(job)
    if (measured) {
      const error = estimateErrorOf(measured.tookMs, measured.expectedMs)
      recent[hourKey(completedAt)] = { ...bucket, estimates: withError(bucket?.estimates ?? {}, error) }
    }
    if (field === 'completed') continue
    const key = failureKey(code)
    const jobs = (bucket?.failures?.[key]?.jobs ?? 0) + 1
    recent[hourKey(completedAt)] = {
      ...bucket,
      failures: { ...bucket?.failures, [key]: { jobs, error: failureSentence(job) } },
    }
  }
  const over = new Set(keysOver(recent, now))
  return Object.fromEntries(Object.entries(recent).filter(([key]) => !over.has(key)))
}
