import type { LifecycleDeps } from '../../deps.ts'
import type { DayUsage } from '../../domain/allowance/usage.ts'
import { dayOf, daysAfter } from '../../domain/allowance/usage-days.ts'

/**
 * The days from `from` until before `until` on which jobs ended, counted from the jobs, oldest first.
 * @param timeMs of each count; absent: as long as a request waits
 */
export async function* countUsage(
  { jobs }: Pick<LifecycleDeps, 'jobs'>,
  userId: string,
  from: Date,
  until: Date,
  timeMs?: number,
): AsyncGenerator<DayUsage> {
  for (let next = from; next < until; ) {
    const first = await jobs.firstEnded(userId, next, until)
    if (!first) return
    const day = dayOf(first)
    next = daysAfter(day, 1)
    yield { day, ...(await jobs.usageBetween(userId, day, next, timeMs)) }
  }
}
