import { type Plan, standardPlans, type TierName } from '@utter/contracts/plans'

/** Calls a month of plans that a test can use up; 1,000 requests a minute, so that nothing else is used up before. */
const calls: Record<TierName, number> = { free: 3, starter: 5, creator: 8, pro: 12, enterprise: -1 }

/** The standard plans at their prices, with a handful of calls each. */
export const smallPlans: Plan[] = standardPlans.map((plan) => ({
  ...plan,
  apiCallsLimit: calls[plan.name],
  rate: 1_000,
}))
