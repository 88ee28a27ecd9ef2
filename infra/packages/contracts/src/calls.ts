import { type Plan, type SubscriptionStatus, unlimited } from './plans.ts'

/** Calls of a period by who pays for them, in the order in which they are used up. Their sum is what was used. */
export type CallsByKind = { plan: number; bonus: number; overage: number }

export type CallsSold = {
  /** Calls of the plan a period; −1 is unlimited. */
  planCalls: number
  /** Bonus calls that the period began with. */
  bonusBalance: number
  /** Whether calls past both are sold. Where they are not, calls used above a lowered plan count as the plan's. */
  overageAllowed: boolean
}

/** The one rule of what a used call is: the plan's, then a bonus call as far as the balance reaches, then overage. */
export function splitCalls(used: number, { planCalls, bonusBalance, overageAllowed }: CallsSold): CallsByKind {
  if (planCalls === unlimited) return { plan: used, bonus: 0, overage: 0 }
  const pastPlan = Math.max(0, used - planCalls)
  const bonus = Math.min(pastPlan, Math.max(0, bonusBalance))
  const overage = overageAllowed ? pastPlan - bonus : 0
  return { plan: used - bonus - overage, bonus, overage }
}

/**
 * The calls of one period whose plan changed inside it, by segment, oldest first. Plan calls of a segment count against
 * the plan of the next one; its bonus calls and its overage are paid, and do not. `bonusBalance` is what the segments
 * before it left.
 */
export function splitSegments(segments: (CallsSold & { used: number })[]): CallsByKind[] {
  let carried = 0
  return segments.map(({ used, ...sold }) => {
    const calls = splitCalls(used, { ...sold, planCalls: planCallsLeft(sold.planCalls, carried) })
    carried += calls.plan
    return calls
  })
}

/**
 * Segments of an account, the latest ones, of which jobs keeps the figures (at least) and billing the terms: two years of months, or eight
 * months in which a plan changes twice.
 */
export const maxSegments = 24

/** The calls that a plan has left for a segment, after those that the period's earlier segments took of theirs. */
export const planCallsLeft = (planCalls: number, carried: number): number =>
  planCalls === unlimited ? unlimited : Math.max(0, planCalls - carried)

/** Money is counted in thousandths of a dollar: a call of the pro plan costs 25. */
export const thousandthsOf = (dollars: number): number => Math.round(dollars * 1_000)

/** Whether a plan in this state sells calls past its own: while an invoice is unpaid it does not. */
export const sellsOverage = (plan: Plan, status: SubscriptionStatus = 'active'): boolean =>
  plan.overageEnabled && plan.apiCallsLimit !== unlimited && status !== 'past_due'

/**
 * The limit on a period's overage, in thousandths of a dollar: the owner's own, else the plan's price again.
 * @param max as much as billing lends
 */
export const spendingLimitOf = (plan: Plan, limit?: number | null, max = Number.POSITIVE_INFINITY): number =>
  Math.min(max, limit ?? thousandthsOf(plan.price ?? 0))

/** Whole calls that a spending limit pays for. @param limit thousandths of a dollar; none: the plan's price again */
export function overageCallsFor(plan: Plan, limit?: number | null): number {
  const price = thousandthsOf(plan.overagePrice ?? 0)
  return plan.overageEnabled && price > 0 ? Math.floor(spendingLimitOf(plan, limit) / price) : 0
}

/** The cost of overage in US dollars with two decimals. */
export const overageCostOf = (plan: Plan, overage: number): string =>
  costOf(overage * thousandthsOf(plan.overagePrice ?? 0))

/** US dollars with two decimals, rounded half up from thousandths, once. */
export const costOf = (thousandths: number): string => (Math.floor((thousandths + 5) / 10) / 100).toFixed(2)
