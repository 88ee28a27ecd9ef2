import type { Period } from '@utter/contracts/period'
import type { Plan, SubscriptionStatus, TierName } from '@utter/contracts/plans'
import { type CallLimits, limitsOfPlan, withCallLimit } from './call-limits.ts'
import type { CallPeriod, PastSegment } from './past-segments.ts'
import type { RecentTotals, Totals } from './totals.ts'

/** A job in a list, with the segment and the API key that its call was taken from. */
export type Member = CallPeriod & { id: string; keyId?: string }

/**
 * Calls and concurrency of an account, in one document. `used` bounds the number of jobs that owe a call: after a crash it may be
 * too high for a moment, never too low. `active` lists the jobs that workers may run, `reserved` those that took a call and are
 * not yet accepted as waiting.
 */
export type Allowance = Partial<CallLimits> & {
  _id: string
  rev: number
  tier: TierName
  /** State of the subscription. Absent: active. */
  status?: SubscriptionStatus
  /** Start of the months of calls. Absent while nothing but the account's bonus calls is known: its period is over then. */
  anchor?: Date
  /** Start of the present segment, the part of a month in which one plan holds. */
  period: Date
  /** Start of its month. Absent: `period`. */
  monthStart?: Date
  /** End of both. */
  periodEnd: Date
  /** Part of `used` that belongs to no job: set by the operator. */
  adjustment: number
  used: number
  /** Calls of the present segment, the sum of `CallLimits`; unlimited is 1e12. */
  callLimit: number
  /** Limit on the cost of a month's overage, in thousandths of a dollar. Absent: the plan's price again. */
  spendingLimit?: number
  /** The highest that billing lends, to which it is cut, in thousandths of a dollar. Absent: not known. */
  maxSpendingLimit?: number
  /** Counts the changes of `callLimit` and its parts. Absent until the first. */
  limitsRev?: number
  /** Segments that are over and used calls, oldest first: the latest `maxSegments`, and as many as still count (`withoutOldest`). */
  past?: PastSegment[]
  /** The month's calls of each API key, by its id. Absent until the first. */
  keyCalls?: Record<string, number>
  /**
   * Calls of this month of the free plan that deleted accounts of the same mailbox took before, which are in `carriedCalls`: the account
   * goes on from them. Absent: from none, or not yet.
   */
  continued?: { accounts: string[]; calls: number; month: Date }
  /** The operator has suspended the account. Absent: not. */
  suspended?: true
  /** Since when no call is taken any more: the account is deleted, and another may go on from what it took. */
  closedAt?: Date
  /** When a closed one is removed. */
  forgetAt?: Date
  /** Jobs that may be active at the same time. */
  concurrency: number
  /** The operator's figure in place of the plan's. Absent: none. */
  ownConcurrency?: number
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
  /** Days (UTC midnights) on which jobs ended that cost a call: the first that is not in the sums of usage, and the last. */
  unsummedFrom?: Date
  lastDay?: Date
  /** When the sums are due; later than now while a replica has leased them. */
  sumAt?: Date
  /** First day of a sum under way. */
  summing?: Date
  /** Counts the sums that were started: the fence of the last. Absent until the first. */
  sums?: number
  /** The version of the billing state that these figures are from, and that of the referral state. */
  billingVersion: number
  referralVersion?: number
  totals: Totals
}
export type AllowanceTotals = Pick<Allowance, 'totals'> & { recent: RecentTotals }

/** Bound on `reserved`: further submissions get 503. */
export const maxReserved = 500
/** Bound on `refunded`: it is cleared before the next refund. */
export const maxRefunded = 500
export function newAllowance(
  userId: string,
  plan: Plan,
  anchor: Date | undefined,
  period: Period,
  monthStart?: Date,
): Allowance & { recent: RecentTotals } {
  return {
    _id: userId,
    rev: 0,
    tier: plan.name,
    ...(anchor && { anchor }),
    period: period.start,
    ...(monthStart && { monthStart }),
    periodEnd: period.end,
    adjustment: 0,
    used: 0,
    ...withCallLimit({ ...limitsOfPlan(plan), carriedCalls: 0, bonusEarned: 0, bonusSpent: 0 }),
    concurrency: plan.concurrency,
    active: [],
    reserved: [],
    backlog: false,
    billingVersion: 0,
    totals: { completed: 0, failed: 0 },
    recent: {},
  }
}
