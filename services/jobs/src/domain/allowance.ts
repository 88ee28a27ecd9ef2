import { monthOf, type Period } from '@utter/contracts/period'
import { type Plan, type TierName, unlimited } from '@utter/contracts/plans'

export type Member = { id: string; period: Date }
export type Totals = { completed: number; failed: number }

/**
 * What an account may still do, in one document. `used` is a gate over the count of the jobs that owe a call: for a moment
 * after a crash too high, never too low. `places` are the jobs on the road, `open` those taken and not yet accepted to wait.
 */
export type Allowance = {
  _id: string
  rev: number
  tier: TierName
  /** The moment that the free plan's months count from. */
  anchor: Date
  period: Date
  periodEnd: Date
  /** What the operator or an upgrade set beside the counted jobs. */
  base: number
  used: number
  /** Calls of the plan, and those that may be bought past it; unlimited is 1e12. */
  room: number
  /** Places on the road. */
  limit: number
  places: Member[]
  open: Member[]
  /** Jobs may be waiting: then no newcomer takes a place past them. */
  backlog: boolean
  /** Grows with each job that leaves: what was read of the waiting jobs holds as long as it stands. Absent until the first. */
  ends?: number
  /** Jobs that were never on the road and have given their call back, until each is known to be settled. */
  returned?: string[]
  /** Grows each time that `returned` is cleared. */
  returnedRev?: number
  recountAt?: Date
  lookAt?: Date
  /** The version of the billing state that these figures are from. */
  billingVersion: number
  totals: Totals
}
/** Ended jobs by the ten minutes in which they did; what is older than two hours goes with the next look. */
export type Recent = Record<string, Totals>
export type AllowanceTotals = Pick<Allowance, 'totals'> & { recent: Recent }

/** Taken and not yet accepted: more than this are refused for a moment. */
export const mostOpen = 500
/** Calls given back by jobs that a look has not yet seen: the next wait for a moment. */
export const mostReturned = 500
const withoutEnd = 1e12

/** Calls that the plan allows, with overage up to the spending limit: the plan's price again. */
export function roomOf(plan: Plan): number {
  if (plan.apiCallsLimit === unlimited) return withoutEnd
  return plan.apiCallsLimit + overageRoom(plan)
}

export function overageRoom(plan: Plan): number {
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
    base: 0,
    used: 0,
    room: roomOf(plan),
    limit: plan.places,
    places: [],
    open: [],
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
