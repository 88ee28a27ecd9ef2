import { costOf, thousandthsOf } from '@utter/contracts/calls'
import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { type CallLimits, callsUsed } from './call-limits.ts'
import { takenIn } from './past-segments.ts'
import { presentMonth } from './periods.ts'

/**
 * The calls of the present month over its segments: `used` without the bonus calls and the overage of the earlier ones, the overage of all,
 * each at its own price, and the bonus calls of the present one, which are not yet off its balance.
 */
export function monthFigures(present: Allowance & CallLimits, plan: Plan) {
  const [month, calls] = [presentMonth(present), callsUsed(present, present, plan)]
  const earlier = takenIn(month, present.past)
  return {
    month,
    used: present.carriedCalls + present.used,
    bonus: calls.bonus,
    overage: earlier.overage + calls.overage,
    overageCost: costOf(earlier.cost + calls.overage * thousandthsOf(plan.overagePrice ?? 0)),
  }
}
