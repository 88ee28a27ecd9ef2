import { costOf, planCallsLeft, thousandthsOf } from '@utter/contracts/calls'
import { type Plan, unlimited } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { balanceOf, type CallLimits, callsUsed } from './call-limits.ts'
import { pastOf, takenIn } from './past-segments.ts'
import { presentMonth } from './periods.ts'

/**
 * The calls of the present month over its segments: `used` without the bonus calls and the overage of the earlier ones, those that jobs have
 * `taken` in all of them, the overage of all, each at its own price, and the bonus calls of the present one, which are not yet off its balance. `included`: calls that cost nothing more,
 * of the plan (of a higher one before it what was used) and the bonus.
 */
export function monthFigures(present: Allowance & CallLimits, plan: Plan) {
  const [month, calls] = [presentMonth(present), callsUsed(present, present, plan)]
  const earlier = takenIn(month, present.past)
  return {
    month,
    included: includedIn(present, plan),
    used: present.carriedCalls + present.used,
    taken: [...pastOf(month, present.past), present].reduce(
      (sum, { used = 0, adjustment }) => sum + used - adjustment,
      0,
    ),
    bonus: calls.bonus,
    overage: earlier.overage + calls.overage,
    overageCost: costOf(earlier.cost + calls.overage * thousandthsOf(plan.overagePrice ?? 0)),
  }
}

function includedIn(limits: CallLimits, { apiCallsLimit }: Plan): number {
  if (apiCallsLimit === unlimited) return Number.POSITIVE_INFINITY
  return limits.carriedCalls + planCallsLeft(limits.planCalls, limits.carriedCalls) + balanceOf(limits)
}
