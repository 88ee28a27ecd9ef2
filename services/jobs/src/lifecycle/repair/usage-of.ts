import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import type { DayUsage } from '../../domain/allowance/usage.ts'
import { countedFrom, dayOf, daysAfter } from '../../domain/allowance/usage-days.ts'
import { countUsage } from './count-usage.ts'

type UsageDeps = Pick<LifecycleDeps, 'jobs' | 'usage'>

const latest = (a: Date, b: Date) => (a > b ? a : b)
const earliest = (a: Date, b: Date) => (a < b ? a : b)

/**
 * recipe 12: the days of a range that have ends: those that are summed from their sums, the others counted from the jobs. A range that
 * begins within a day has the rest of that day.
 */
export async function usageOf(deps: UsageDeps, allowance: Allowance, from: Date, to: Date): Promise<DayUsage[]> {
  const { _id: userId } = allowance
  const [counted, until] = [countedFrom(allowance), daysAfter(to, 1)]
  const day = dayOf(from)
  const days = day < from ? await restOfDay(deps, userId, from) : []
  const first = day < from ? daysAfter(day, 1) : from
  if (counted > first) days.push(...(await deps.usage.between(userId, first, earliest(counted, until))))
  for await (const one of countUsage(deps, userId, latest(counted, first), until)) days.push(one)
  return days
}

/** The ends from a moment on until its day is over. A day whose jobs are all gone has its sum, which is of the whole of it. */
async function restOfDay({ jobs, usage }: UsageDeps, userId: string, from: Date): Promise<DayUsage[]> {
  const day = dayOf(from)
  const next = daysAfter(day, 1)
  const rest = await jobs.usageBetween(userId, from, next)
  if (rest.rows.length > 0) return [{ day, ...rest }]
  return (await jobs.firstEnded(userId, day, next)) ? [] : usage.between(userId, day, next)
}
