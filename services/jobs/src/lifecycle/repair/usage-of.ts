import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import type { DayUsage } from '../../domain/allowance/usage.ts'
import { countedFrom, daysAfter } from '../../domain/allowance/usage-days.ts'
import { countUsage } from './count-usage.ts'

/** recipe 12: the days of a range that have calls: those that are summed from their sums, the others counted from the jobs. */
export async function usageOf(
  deps: Pick<LifecycleDeps, 'jobs' | 'usage'>,
  allowance: Allowance,
  from: Date,
  to: Date,
): Promise<DayUsage[]> {
  const { _id: userId } = allowance
  const [counted, until] = [countedFrom(allowance), daysAfter(to, 1)]
  const latest = (a: Date, b: Date) => (a > b ? a : b)
  const earliest = (a: Date, b: Date) => (a < b ? a : b)
  const summed = counted > from ? await deps.usage.between(userId, from, earliest(counted, until)) : []
  const days = [...summed]
  for await (const day of countUsage(deps, userId, latest(counted, from), until)) days.push(day)
  return days
}
