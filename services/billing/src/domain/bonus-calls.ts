import { maxSegments, planCallsLeft } from '@utter/contracts/calls'
import { unlimited } from '@utter/contracts/plans'
import type { Found } from './differences.ts'
import type { Held } from './overage-due.ts'
import type { Split, Terms } from './subscription.ts'

type Rows = { period: Date; segment: Date; calls: number }[]
export type BonusBooks = {
  terms: Terms[]
  /** The account's, from the first of the terms on; all where it is not known what was used before, and no terms have made room. */
  rows: Rows
  splits: Split[]
  held: Held[]
  items: { segment: Date; quantity: number }[]
  /** Calls a month of the free plan. */
  freeCalls: number
}
/** Calls of a segment past its plan's, and those of them that were billed. */
type PastPlan = { calls: number; billed: number; isSettled: boolean }

/**
 * Bonus calls that an account has used by its bills, beside those that jobs took off its balance and those that were earned: an arithmetic
 * that needs no balance of a segment. Where it cannot know a figure it takes the one by which nothing differs.
 */
export function bonusDifferences(books: BonusBooks): Found[] {
  const billed = bonusCallsBilled(books) ?? 0
  const given = sum(
    pastPlan(books)
      .filter(({ isSettled }) => isSettled)
      .map(unbilled),
  )
  const { bonusBalance = 0, bonusSpent } = presentOf(books) ?? {}
  const found: Found[] = []
  if (billed > 0)
    found.push({
      kind: 'bonus-billed',
      sentence: `${billed} bonus calls that jobs counts are billed, or lack in the ledger`,
    })
  if (bonusSpent !== undefined && given > bonusBalance + bonusSpent)
    found.push({
      kind: 'bonus-exceeded',
      sentence: `${given} calls are not billed for being bonus calls, and ${bonusBalance + bonusSpent} were earned`,
    })
  return found
}

/** Bonus calls that are billed as calls past the plan, or lack in the ledger, at least. Undefined: it is not known now. */
export function bonusCallsBilled(books: BonusBooks): number | undefined {
  const spent = presentOf(books)?.bonusSpent
  // Once terms have made room, their calls past the plan are forgotten: what was used before the others has to be known.
  const before = spentBefore(books) ?? (books.terms.length < maxSegments ? 0 : undefined)
  if (spent === undefined || before === undefined) return undefined
  return Math.max(0, spent - before - sum(pastPlan(books).map(unbilled)) - outsideTerms(books))
}

const presentOf = ({ held }: BonusBooks) => held.find(({ isPresent }) => isPresent)

/** Bonus calls that were used before the first of the terms. Undefined: the rows tell how many they were at most. */
export const spentBefore = ({ terms: [first], splits, held }: Pick<BonusBooks, 'terms' | 'splits' | 'held'>) =>
  splits.find(({ segment }) => same(segment, first?.segment))?.bonusSpent ??
  held.find(({ start }) => same(start, first?.segment))?.bonusSpent

const unbilled = ({ calls, billed }: PastPlan): number => Math.max(0, calls - billed)

function pastPlan({ terms, rows, splits, items }: BonusBooks): PastPlan[] {
  const periods = Map.groupBy(terms, ({ period }) => period.getTime())
  return [...periods].flatMap(([period, ofPeriod]) => {
    // Where the first segments of a period have no terms any more, its plan may have had no call left.
    let taken = ofPeriod[0]?.segment.getTime() === period ? 0 : Number.POSITIVE_INFINITY
    return ofPeriod.map(({ segment, planCalls }) => {
      const used = sum(rows.filter((row) => same(row.segment, segment)).map(({ calls }) => calls))
      const left = planCallsLeft(planCalls, taken)
      const calls = left === unlimited ? 0 : Math.max(0, used - left)
      const billed = sum(items.filter((item) => same(item.segment, segment)).map(({ quantity }) => quantity))
      const split = splits.find((one) => same(one.segment, segment))
      const isSettled = Number.isFinite(taken) && split?.used === used && billed >= split.overage
      taken += used - calls
      return { calls, billed, isSettled }
    })
  })
}

/** Bonus calls that may be among the rows without terms: those of the free plan's months, and calls of a segment that only jobs knows. */
function outsideTerms(books: BonusBooks): number {
  const { terms, rows, freeCalls } = books
  const isAll = spentBefore(books) === undefined
  const outside = rows.filter(({ segment }) => !terms.some((one) => same(one.segment, segment)))
  const months = [...Map.groupBy(outside, ({ period }) => period.getTime()).values()]
  return sum(
    months.map((ofMonth, index) => {
      const isPaid = ofMonth.some(({ segment }) => terms.findLast((one) => one.segment <= segment)?.overagePrice)
      // The account's first month goes on from calls that a deleted account of the same mailbox took.
      const isFirst = isAll && index === 0
      return Math.max(0, sum(ofMonth.map(({ calls }) => calls)) - (isPaid || isFirst ? 0 : freeCalls))
    }),
  )
}

const same = (a: Date, b: Date | undefined): boolean => a.getTime() === b?.getTime()
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
