import { type CallsByKind, planCallsLeft, splitCalls } from '@utter/contracts/calls'
import type { TierName } from '@utter/contracts/plans'

/** A segment of a month, by its start, which names it; `month` is the start of its month where that is another. */
export type CallPeriod = { period: Date; month?: Date }

/**
 * A segment that is over, with its plan's terms and its calls. A segment stored before plans could change inside a
 * month has only the figures for bonus calls.
 */
export type PastSegment = CallPeriod & {
  /** Absent in one from before it was kept. */
  tier?: TierName
  adjustment: number
  /** The plan's calls a month, and those of them that the month's earlier segments took. */
  planCalls: number
  carriedCalls?: number
  /** Bonus calls that it began with. */
  balance: number
  /** Thousandths of a dollar for a call past both; 0: none is sold. */
  overagePrice?: number
  /** As counted last: all calls, of them the bonus calls and the overage, and those that API keys took. */
  used?: number
  bonus: number
  overage?: number
  keyCalls?: Record<string, number>
  /** All its jobs have ended and are counted: it changes no more. */
  isClosed?: boolean
}
/** The calls that the jobs of a segment owe, and whether any of them may still change. */
export type SegmentCount = { used: number; keyCalls: Record<string, number>; isOpen: boolean }
/** Calls that segments of a month took, and the cost of their overage at their prices, in thousandths of a dollar. */
export type MonthTaken = CallsByKind & { cost: number; keyCalls: Record<string, number> }

export const monthStartOf = ({ period, month }: CallPeriod): Date => month ?? period

/** The segments of a month that are over. */
export const pastOf = (month: Date, past: PastSegment[] = []): PastSegment[] =>
  past.filter((one) => monthStartOf(one).getTime() === month.getTime())

/** So many calls of a segment by who pays for them. */
export const callsOf = (
  used: number,
  { planCalls, carriedCalls = 0, balance, overagePrice = 0 }: Omit<PastSegment, 'bonus'>,
): CallsByKind =>
  splitCalls(used, {
    planCalls: planCallsLeft(planCalls, carriedCalls),
    bonusBalance: balance,
    overageAllowed: overagePrice > 0,
  })

export const planTaken = ({ used = 0, bonus, overage = 0 }: PastSegment): number => used - bonus - overage

/** The calls that past segments of a month took. */
export function takenIn(month: Date, past?: PastSegment[]): MonthTaken {
  const taken: MonthTaken = { plan: 0, bonus: 0, overage: 0, cost: 0, keyCalls: {} }
  for (const one of pastOf(month, past)) {
    const { bonus, overage = 0, overagePrice = 0, keyCalls = {} } = one
    taken.plan += planTaken(one)
    taken.bonus += bonus
    taken.overage += overage
    taken.cost += overage * overagePrice
    taken.keyCalls = sumByKey(taken.keyCalls, keyCalls)
  }
  return taken
}

export function sumByKey(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a }
  for (const [keyId, calls] of Object.entries(b)) sum[keyId] = (sum[keyId] ?? 0) + calls
  return sum
}

/**
 * `past` as its jobs were counted, oldest first. Where a segment took fewer of its plan, the later ones of its month have as many more.
 * @param counts of each segment; none of one that is closed
 */
export function recounted(past: PastSegment[], counts: (SegmentCount | undefined)[]): PastSegment[] {
  const returned = new Map<number, number>()
  return past.map((one, index) => {
    const { isOpen = false, ...count } = counts[index] ?? {}
    const [month, before] = [monthStartOf(one).getTime(), one.carriedCalls ?? 0]
    const carriedCalls = before - (returned.get(month) ?? 0)
    const { used = 0 } = { ...one, ...count }
    const { bonus, overage } = callsOf(used, { ...one, carriedCalls })
    const counted: PastSegment = { ...one, ...count, carriedCalls, used, bonus, overage, isClosed: !isOpen }
    returned.set(month, (returned.get(month) ?? 0) + planTaken(one) - planTaken(counted))
    return counted
  })
}

/**
 * Bonus calls that were used before each segment in `past`, and last before the present one. Undefined from the first on that may still return
 * some.
 * @param bonusSpent those that all segments in `past`, and the ones before them, used
 */
export function bonusSpentBefore(past: PastSegment[], bonusSpent: number): (number | undefined)[] {
  let spent = bonusSpent - past.reduce((sum, { bonus }) => sum + bonus, 0)
  let isCertain = true
  const before = past.map(({ bonus, isClosed = false }) => {
    isCertain &&= isClosed
    const own = isCertain ? spent : undefined
    spent += bonus
    return own
  })
  return [...before, isCertain ? spent : undefined]
}
