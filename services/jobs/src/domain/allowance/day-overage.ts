import { thousandthsOf } from '@utter/contracts/calls'
import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { type CallLimits, callsUsed } from './call-limits.ts'
import type { DayUsage } from './usage.ts'
import { dayOf, daysAfter } from './usage-days.ts'

/**
 * A segment that sold calls: from when, until before when (absent: it is the present one), how many of its calls came before those, and the
 * price of one, in thousandths of a dollar. `outside`: calls that belong to no job, set by the operator, which count as the first.
 */
type SoldSegment = { start: Date; end?: Date; free: number; outside: number; price: number }
/** Overage of a day: calls, and their cost in thousandths of a dollar. */
export type DayOverage = { calls: number; cost: number }

/** The segments of an account in which calls were sold. */
export function segmentsThatSold(present: Allowance & CallLimits, plan: Plan): SoldSegment[] {
  const { overage } = callsUsed(present, present, plan)
  const { period, used, adjustment } = present
  const all = [
    ...(present.past ?? []),
    { period, used, adjustment, overage, overagePrice: thousandthsOf(plan.overagePrice ?? 0) },
  ]
  return all.flatMap(({ period: start, used = 0, adjustment, overage = 0, overagePrice: price = 0 }, index) => {
    const end = all[index + 1]?.period
    return overage > 0 && price > 0
      ? [{ start, ...(end && { end }), free: used - overage, outside: adjustment, price }]
      : []
  })
}

/** The first day whose calls tell which of a range's were sold: that of the first segment which reaches into it. */
export function firstDayOfSold(sold: SoldSegment[], from: Date): Date {
  const first = sold.find(({ end }) => !end || end > from)
  const day = first && dayOf(first.start)
  return day && day < from ? day : from
}

/**
 * Overage of each day, by its midnight in ms: the calls of a segment that ended when those before the price were used up. A segment's calls
 * which have not ended yet are on no day, and may be the last ones.
 * @param usage of all days since `firstDayOfSold`
 */
export function overageByDay(usage: DayUsage[], sold: SoldSegment[]): Map<number, DayOverage> {
  const byDay = new Map<number, DayOverage>()
  const inOrder = usage.toSorted((a, b) => a.day.getTime() - b.day.getTime())
  for (const segment of sold) {
    let seen = segment.outside
    for (const one of inOrder) {
      const calls = callsIn(one, segment)
      const over = Math.min(calls, Math.max(0, seen + calls - segment.free))
      seen += calls
      if (over === 0) continue
      const before = byDay.get(one.day.getTime()) ?? { calls: 0, cost: 0 }
      byDay.set(one.day.getTime(), { calls: before.calls + over, cost: before.cost + over * segment.price })
    }
  }
  return byDay
}

/** Where a sum of before does not tell, the calls of a day are those of the segment in which it ended. */
function callsIn({ day, rows, segments }: DayUsage, { start, end }: SoldSegment): number {
  if (segments) return segments.find(({ period }) => period.getTime() === start.getTime())?.calls ?? 0
  const next = daysAfter(day, 1)
  const isIts = start < next && (!end || end >= next)
  return isIts ? rows.reduce((sum, { calls }) => sum + calls, 0) : 0
}
