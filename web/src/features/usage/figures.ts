import { costOf, thousandthsOf } from '@utter/contracts/calls'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { type Plan, unlimited } from '@utter/contracts/plans'

export interface Allowed {
  /** Calls of the plan and the bonus calls of this period. */
  limit: number
  left: number
  /** Above 100 in overage. */
  percent: number
}

/**
 * The calls that a period has without overage; undefined without a limit. Used bonus calls are part of it, and so are
 * calls of a higher plan that were used before it was lowered: both are used, and are no overage.
 */
export function allowedOf({
  apiCallsUsed: used,
  apiCallsLimit,
  bonusCallsLeft,
  overageCallsUsed,
}: UsageView): Allowed | undefined {
  if (apiCallsLimit === unlimited) return undefined
  const limit = Math.max(apiCallsLimit, used - overageCallsUsed) + bonusCallsLeft
  return { limit, left: Math.max(0, limit - used), percent: limit > 0 ? (used * 100) / limit : 100 }
}

/** Whether not one call more may be bought in this period. */
export function isAtSpendingLimit(usage: UsageView, plan: Plan): boolean {
  const { spendingLimit, overageCallsUsed, overageCost } = usage
  if (spendingLimit === null || (allowedOf(usage)?.left ?? 1) > 0) return false
  const price = thousandthsOf(plan.overagePrice ?? 0)
  const exact = overageCallsUsed * price
  // Calls of another plan, earlier in the period, had another price: then only the rounded cost is known.
  const cost = costOf(exact) === overageCost ? exact : thousandthsOf(Number(overageCost))
  return cost + price > thousandthsOf(spendingLimit)
}
