import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from '../allowance/allowance.ts'
import { presentMonth } from '../allowance/periods.ts'
import { countedFrom, dayOf, daysAfter } from '../allowance/usage-days.ts'
import type { JobState } from './job.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A sum that began before the day's last settlement is over by then. */
const daysInSums = 2

/** The end of the lifetime of a job that ended under this plan; undefined where the plan sets none. */
export const expiresAtOf = ({ retentionDays }: Pick<Plan, 'retentionDays'>, endedAt: Date): Date | undefined =>
  retentionDays === null ? undefined : new Date(endedAt.getTime() + retentionDays * dayMs)

/** The earliest time at which nothing counts a deleted job any more: when its day has been in the sums for two days. */
export const forgetAtOf = (endedAt: Date, now: Date): Date => latest(daysAfter(dayOf(endedAt), 1 + daysInSums), now)

type Counts = Pick<Allowance, 'period' | 'monthStart' | 'periodEnd' | 'past' | 'sums' | 'summing' | 'unsummedFrom'>

/**
 * When a deleted job is examined again, because its deletion is not published, or it is counted: on its day, until that has its sum, or while it
 * is the first of the present month, whose rest is counted from the jobs; its call in its segment, while that is the present one or not closed.
 * Undefined where it may go.
 */
export function countedUntil(
  { call, completedAt, createdAt, removalSince }: JobState,
  allowance: Counts,
  now: Date,
): Date | undefined {
  const inAnHour = new Date(now.getTime() + hourMs)
  const endedAt = completedAt ?? createdAt
  const summedAt = forgetAtOf(endedAt, now)
  if (summedAt > now) return summedAt
  if (removalSince) return inAnHour
  if (dayOf(endedAt) >= countedFrom(allowance)) return inAnHour
  const isOfFirstDay = dayOf(endedAt).getTime() === dayOf(presentMonth(allowance)).getTime()
  // An account that nobody uses begins its next month when it is used again.
  const inNextMonth = latest(allowance.periodEnd, new Date(now.getTime() + dayMs))
  if (isOfFirstDay) return inNextMonth
  if (!call?.owed) return undefined
  const isOfCall = ({ period }: { period: Date }) => period.getTime() === call.period.getTime()
  if (isOfCall(allowance)) return inNextMonth
  return allowance.past?.some((one) => isOfCall(one) && !one.isClosed) ? inAnHour : undefined
}

const latest = (a: Date, b: Date) => (a > b ? a : b)
