import { monthsAfter } from '@utter/contracts/period'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { callsUsed, limitsOf } from './call-limits.ts'
import { monthStartOf, planTaken } from './past-segments.ts'

/**
 * The calls of the free plan that an account has taken in the month that is under way: those of a paid plan, bonus calls and overage
 * are its own, and do not count for the account that goes on from it.
 */
export function freeCallsTaken(allowance: Allowance, plans: Plan[], now: Date): number {
  const free = planOf(plans, 'free')
  // No month of the free plan that began earlier is still under way.
  const begin = monthsAfter(now, -1)
  const isRecent = (month: Date) => month > begin
  const { past = [], continued, tier, monthStart, period, periodEnd } = allowance
  const earlier = past.filter((one) => one.tier === 'free' && isRecent(monthStartOf(one)))
  const isPresent = tier === 'free' && periodEnd > now && isRecent(monthStart ?? period)
  return (
    earlier.reduce((sum, one) => sum + planTaken(one), 0) +
    (isPresent ? callsUsed(allowance, limitsOf(allowance, plans), free).plan : 0) +
    (continued && isRecent(continued.month) ? continued.calls : 0)
  )
}
