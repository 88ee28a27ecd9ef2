import { monthOf } from '@utter/contracts/period'
import { type Plan, planOf, type SubscriptionStatus, type TierName } from '@utter/contracts/plans'
import { type Allowance, newAllowance } from '@utter/jobs/domain/allowance/allowance'
import { billedIn, segmentAfter } from '@utter/jobs/domain/allowance/billed-segment'
import { limitsOf, limitsOfPlan, withCallLimit } from '@utter/jobs/domain/allowance/call-limits'
import { listedSegments } from '@utter/jobs/domain/allowance/listed-segments'
import { recounted, takenIn } from '@utter/jobs/domain/allowance/past-segments'
import { afterRecount, nextMonth, presentMonth, rolled } from '@utter/jobs/domain/allowance/periods'

/** A plan as billing publishes it. */
export type PlanState = {
  tier: TierName
  status: SubscriptionStatus
  periodStart?: Date | undefined
  periodEnd?: Date | undefined
  segmentStart?: Date | undefined
}
export type SegmentCalls = { calls: number; isOpen: boolean }

type Options = {
  plans: Plan[]
  signedUpAt: Date
  /** Segments of the past that are not forgotten, or are not counted to their end. */
  kept: number
  /** @param next absent: the account is deleted */
  onEnd: (start: Date, next?: Date) => void
}

/** An allowance in memory, changed by the functions of jobs in the order of its lifecycle. */
export function openJobsSide({ plans, signedUpAt, kept, onEnd }: Options) {
  let allowance: Allowance = {
    ...newAllowance('u', planOf(plans, 'free'), signedUpAt, monthOf(signedUpAt, signedUpAt)),
    anchor: signedUpAt,
  }
  let isClosed = false
  const change = (fields: Partial<Allowance>) => {
    const before = allowance.period
    allowance = { ...allowance, ...fields }
    if (allowance.period > before) onEnd(before, allowance.period)
  }
  function roll(now: Date): void {
    while (allowance.periodEnd <= now) {
      const next = nextMonth(allowance, signedUpAt, now)
      change(rolled(allowance, limitsOf(allowance, plans), planOf(plans, allowance.tier), next))
    }
  }

  return {
    present: () => allowance,
    roll,
    segments(now: Date) {
      if (!isClosed) roll(now)
      return listedSegments(allowance, plans, isClosed)
    },
    /** The account is deleted: no call is taken any more. */
    close(): void {
      isClosed = true
      onEnd(allowance.period)
    },
    /** The segment that a call was taken from, and its month; undefined: none is left. */
    take(now: Date): { segment: Date; month: Date } | undefined {
      roll(now)
      if (allowance.used >= allowance.callLimit) return undefined
      change({ used: allowance.used + 1 })
      return { segment: allowance.period, month: presentMonth(allowance) }
    },
    /** The call of a job that failed is available again, unless its segment is over. */
    refund(segment: Date): boolean {
      const isPresent = segment.getTime() === allowance.period.getTime()
      if (isPresent) change({ used: allowance.used - 1 })
      return isPresent
    },
    earn(bonusEarned: number): void {
      change(withCallLimit({ ...limitsOf(allowance, plans), bonusEarned }))
    },
    state(state: PlanState, now: Date): void {
      const { tier, status, periodStart, periodEnd, segmentStart } = state
      const plan = planOf(plans, tier)
      const anchor = periodStart ?? signedUpAt
      const of = { periodStart: periodStart?.toISOString(), periodEnd: periodEnd?.toISOString() }
      const billed = billedIn({ ...of, segmentStart: segmentStart?.toISOString() }, anchor, now)
      const fields = { tier, status, anchor }
      const before = limitsOf(allowance, plans)
      const next = segmentAfter(allowance, billed)
      if (next) {
        const begun = rolled(allowance, before, planOf(plans, allowance.tier), next)
        const { cost } = takenIn(next.month, begun.past ?? allowance.past)
        const limits = { ...limitsOf({ ...begun, tier }, plans), ...limitsOfPlan(plan, { status }, cost) }
        change({ ...begun, ...withCallLimit(limits), ...fields })
        return
      }
      const { cost } = takenIn(presentMonth(allowance), allowance.past)
      const end = billed.month.end > allowance.period ? billed.month.end : allowance.periodEnd
      const limits = { ...before, ...limitsOfPlan(plan, { status }, cost) }
      change({ ...withCallLimit(limits), ...fields, periodEnd: end })
    },
    /** Segments that are over are counted from their jobs. */
    recount(countOf: (segment: Date) => SegmentCalls): void {
      const { past: before = [], tier } = allowance
      const counted = recounted(
        before,
        before.map(({ isClosed, period }) => {
          const { calls: used, isOpen } = countOf(period)
          return isClosed ? undefined : { used, keyCalls: {}, isOpen }
        }),
      )
      if (before.length === 0) return
      const past = counted.filter(({ isClosed }, index) => !isClosed || index >= counted.length - kept)
      change({ past, ...afterRecount(allowance, limitsOf(allowance, plans), planOf(plans, tier), counted) })
    },
  }
}
