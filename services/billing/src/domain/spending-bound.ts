import { maxSpendingDollars } from '@utter/contracts/http/jobs/usage'
import type { Plan } from '@utter/contracts/plans'
import type { Subscription } from './subscription.ts'

/** A month's overage may cost so many times the plan's price, or what was paid in a year. */
const [priceFactor, paidFactor] = [10, 2]

/**
 * The highest limit on overage that an account may set, in dollars: it grows with what was paid. Undefined: no overage is sold, or nothing is
 * known yet of its payments. Where the operator has set the plan nothing is lent.
 */
export function maxSpendingLimitOf(
  { setBy, paid, trust = 0 }: Pick<Subscription, 'setBy' | 'paid' | 'trust'>,
  { overageEnabled, price }: Pick<Plan, 'overageEnabled' | 'price'>,
): number | undefined {
  if (!overageEnabled || !(setBy || paid || trust)) return undefined
  if (setBy) return maxSpendingDollars
  const earned = Math.floor(((paid?.cents ?? 0) * paidFactor) / 100)
  return Math.min(maxSpendingDollars, Math.max((price ?? 0) * priceFactor, earned, trust))
}
