import { type Plan, unlimited } from '@utter/contracts/plans'

const unlimitedCalls = 1e12

/** Calls that the plan allows, with overage up to the spending limit: the plan's price again. */
export function callLimitOf(plan: Plan): number {
  if (plan.apiCallsLimit === unlimited) return unlimitedCalls
  return plan.apiCallsLimit + overageLimit(plan)
}

function overageLimit(plan: Plan): number {
  return plan.overageEnabled && plan.overagePrice && plan.price ? Math.floor(plan.price / plan.overagePrice + 1e-9) : 0
}

/** Calls past the plan's own, and what they cost: thousandths of a dollar inside, two decimals outside, rounded half up. */
export function overageOf(plan: Plan, used: number): { calls: number; cost: string } {
  const calls = plan.overageEnabled && plan.apiCallsLimit !== unlimited ? Math.max(0, used - plan.apiCallsLimit) : 0
  const thousandths = calls * Math.round((plan.overagePrice ?? 0) * 1_000)
  return { calls, cost: (Math.floor((thousandths + 5) / 10) / 100).toFixed(2) }
}
