import {
  type CallsByKind,
  overageCallsFor,
  planCallsLeft,
  sellsOverage,
  spendingLimitOf,
  splitCalls,
} from '@utter/contracts/calls'
import { type Plan, planOf, type SubscriptionStatus, type TierName, unlimited } from '@utter/contracts/plans'

/** In place of −1, so that one comparison holds for every account. */
export const unlimitedCalls = 1e12

/**
 * The parts of `callLimit`: calls of the plan and those of them that the month's earlier segments took, bonus calls
 * ever earned and those that earlier segments used, calls that may be bought.
 */
export type CallLimits = {
  planCalls: number
  carriedCalls: number
  overageCalls: number
  bonusEarned: number
  bonusSpent: number
}
/** The state of an account's subscription, and its own limit on overage with the highest one, in thousandths of a dollar. */
type Terms = {
  status?: SubscriptionStatus | undefined
  spendingLimit?: number | undefined
  maxSpendingLimit?: number | undefined
}

export const callLimitOf = ({ planCalls, carriedCalls, overageCalls, bonusEarned, bonusSpent }: CallLimits): number =>
  planCalls >= unlimitedCalls
    ? unlimitedCalls
    : planCallsLeft(planCalls, carriedCalls) + bonusEarned - bonusSpent + overageCalls

/** The parts of `callLimit` that a plan decides. @param costBefore thousandths that the overage of the month's earlier segments costs */
export const limitsOfPlan = (
  plan: Plan,
  { status, spendingLimit, maxSpendingLimit }: Terms = {},
  costBefore = 0,
): Pick<CallLimits, 'planCalls' | 'overageCalls'> => ({
  planCalls: plan.apiCallsLimit === unlimited ? unlimitedCalls : plan.apiCallsLimit,
  overageCalls: sellsOverage(plan, status)
    ? overageCallsFor(plan, Math.max(0, spendingLimitOf(plan, spendingLimit, maxSpendingLimit) - costBefore))
    : 0,
})

/** The parts as the account has them; those of an account from before they were kept are its plan's. */
export function limitsOf(allowance: Partial<CallLimits> & Terms & { tier: TierName }, plans: Plan[]): CallLimits {
  const { planCalls, carriedCalls = 0, overageCalls, bonusEarned = 0, bonusSpent = 0 } = allowance
  const ofPlan = limitsOfPlan(planOf(plans, allowance.tier), allowance)
  return {
    planCalls: planCalls ?? ofPlan.planCalls,
    carriedCalls,
    overageCalls: overageCalls ?? ofPlan.overageCalls,
    bonusEarned,
    bonusSpent,
  }
}

/** Calls of the month that are left before the account's address is verified, of so many: those of deleted accounts of its mailbox count. */
export const unverifiedCallsLeft = (
  { used, carriedCalls = 0 }: { used: number; carriedCalls?: number },
  limit: number,
): number => Math.max(0, limit - used - carriedCalls)

/** Bonus calls that the present segment began with. */
export const balanceOf = ({ bonusEarned, bonusSpent }: CallLimits): number => bonusEarned - bonusSpent

/** The fields of a change: the parts with their sum. */
export const withCallLimit = (limits: CallLimits): CallLimits & { callLimit: number } => ({
  ...limits,
  callLimit: callLimitOf(limits),
})

/** The calls of the present segment by who pays for them. Calls bought before an invoice went unpaid are still owed. */
export const callsUsed = ({ used }: { used: number }, limits: CallLimits, plan: Plan): CallsByKind =>
  splitCalls(used, {
    planCalls: limits.planCalls >= unlimitedCalls ? unlimited : planCallsLeft(limits.planCalls, limits.carriedCalls),
    bonusBalance: balanceOf(limits),
    overageAllowed: sellsOverage(plan),
  })
