import { monthOf, type Period } from '@utter/contracts/period'
import { type Plan, type TierName, unlimited } from '@utter/contracts/plans'

export type Member = { id: string; period: Date }
export type Totals = { completed: number; failed: number }

/**
 * Calls and concurrency of an account, in one document. `used` bounds the number of jobs that owe a call: after a crash it may be
 * too high for a moment, never too low. `active` lists the jobs that workers may run, `reserved` those that took a call and are
 * not yet accepted as waiting.
 */
export type Allowance = {
  _id: string
  rev: number
  tier: TierName
  /** Start of the months of calls. */
  anchor: Date
  period: Date
  periodEnd: Date
  /** Part of `used` that no job stands for: set by the operator. */
  adjustment: number
  used: number
  /** Calls a period, with those that may be bought past the plan; unlimited is 1e12. */
  callLimit: number
  /** Jobs that may be active at the same time. */
  concurrency: number
  active: Member[]
  reserved: Member[]
  /** Jobs may be waiting: then a new one queues behind them. */
  backlog: boolean
  /** Counts removals of jobs: a read of the waiting jobs is still valid while this is unchanged. Absent until the first. */
  removals?: number
  /** Ids of jobs that were never active and whose call was refunded, until each is known to be settled. */
  refunded?: string[]
  /** Counts how often `refunded` was cleared. */
  refundedRev?: number
  recountAt?: Date
  reconcileAt?: Date
  /** The version of the billing state that these figures are from. */
  billingVersion: number
  totals: Totals
}
/** Ended jobs by ten minutes; those older than two hours are removed by the next reconcile. */
export type Recent = Record<string, Totals>
export type AllowanceTotals = Pick<Allowance, 'totals'> & { recent: Recent }

/** Bound on `reserved`: further submissions get 503. */
export const maxReserved = 500
/** Bound on `refunded`: it is cleared before the next refund. */
export const maxRefunded = 500
const unlimitedCalls = 1e12

/** Calls that the plan allows, with overage up to the spending limit: the plan's price again. */
export function callLimitOf(plan: Plan): number {
  if (plan.apiCallsLimit === unlimited) return unlimitedCalls
  return plan.apiCallsLimit + overageLimit(plan)
}

export function overageLimit(plan: Plan): number {
  return plan.overageEnabled && plan.overagePrice && plan.price ? Math.floor(plan.price / plan.overagePrice + 1e-9) : 0
}

/** Calls past the plan's own, and what they cost: thousandths of a dollar inside, two decimals outside, rounded half up. */
export function overageOf(plan: Plan, used: number): { calls: number; cost: string } {
  const calls = plan.overageEnabled && plan.apiCallsLimit !== unlimited ? Math.max(0, used - plan.apiCallsLimit) : 0
  const thousandths = calls * Math.round((plan.overagePrice ?? 0) * 1_000)
  return { calls, cost: (Math.floor((thousandths + 5) / 10) / 100).toFixed(2) }
}

export function newAllowance(userId: string, plan: Plan, anchor: Date, period: Period): Allowance & { recent: Recent } {
  return {
    _id: userId,
    rev: 0,
    tier: plan.name,
    anchor,
    period: period.start,
    periodEnd: period.end,
    adjustment: 0,
    used: 0,
    callLimit: callLimitOf(plan),
    concurrency: plan.concurrency,
    active: [],
    reserved: [],
    backlog: false,
    billingVersion: 0,
    totals: { completed: 0, failed: 0 },
    recent: {},
  }
}

/** The period that follows when the present one is over: months from the anchor. */
export const nextPeriod = (allowance: Allowance, now: Date): Period => monthOf(allowance.anchor, now)

const bucketMs = 600_000
export const bucketOf = (at: Date): number => Math.floor(at.getTime() / bucketMs)

const bucketsShown = 12

/** The keys of what is too old to be shown: of one account at one time no more than this update can carry. */
export function bucketsOver(recent: Recent, now: Date): string[] {
  const oldest = bucketOf(now) - bucketsShown
  return Object.keys(recent)
    .filter((key) => Number(key.slice(1)) < oldest)
    .slice(0, 2_000)
}

/** Totals of the six buckets that end `back` buckets before now. */
export function recentTotals(recent: Recent, now: Date, back: number): Totals {
  const sum = { completed: 0, failed: 0 }
  for (let i = 0; i < 6; i++) {
    const bucket = recent[`b${bucketOf(now) - back - i}`]
    sum.completed += bucket?.completed ?? 0
    sum.failed += bucket?.failed ?? 0
  }
  return sum
}
