import { isDeepStrictEqual } from 'node:util'
import { type CallsByKind, splitSegments } from '@utter/contracts/calls'
import type { Split, Terms } from './subscription.ts'

/** A segment as jobs has it. */
export type Held = { start: Date; bonusBalance: number; isPresent: boolean; bonusSpent?: number | undefined }
type Rows = { segment: Date; calls: number }[]
type Billed = { segment: Date; quantity: number }
export type DueItem = {
  terms: Terms & { overagePrice: number; subscriptionId: string }
  quantity: number
  number: number
}
export type Segment = {
  terms: Terms
  used: number
  /** No call is taken from it any more. */
  isOver: boolean
  /** Bonus calls that it began with, as its split has them, or jobs. Absent: neither has. */
  bonusBalance?: number | undefined
  /** Bonus calls that segments before it used. */
  bonusSpent?: number | undefined
  /** Absent: it is unknown which of its calls are overage. Nothing is billed of it. */
  calls?: CallsByKind | undefined
}

/**
 * The calls of every segment whose period is over, by who pays for them. They are split by the balance that was stored when the segment was
 * billed first, then by jobs', which forgets old segments: a balance that neither has is not 0, and is needed only past the plan's calls.
 */
export function overageOf(terms: Terms[], rows: Rows, held: Held[], splits: Split[] = []): Segment[] {
  const presentPeriod = terms.at(-1)?.period.getTime()
  const periods = Map.groupBy(terms, ({ period }) => period.getTime())
  return [...periods].flatMap(([period, ofPeriod]) =>
    period === presentPeriod ? [] : segmentsOf(ofPeriod, rows, held, splits),
  )
}

/** The calls so far of the segments of the present period, of which the last one still takes calls. */
export function presentOverageOf(terms: Terms[], rows: Rows, held: Held[], splits: Split[] = []): Segment[] {
  const present = terms.at(-1)
  return segmentsOf(present ? terms.filter(({ period }) => same(period, present.period)) : [], rows, held, splits)
}

/** @param ofPeriod the terms of one period */
function segmentsOf(ofPeriod: Terms[], rows: Rows, held: Held[], splits: Split[]): Segment[] {
  const segments = ofPeriod.map((one): Segment => {
    const [stored, known] = [splits.find(isOf(one)), held.find(({ start }) => same(start, one.segment))]
    const used = sum(rows.filter(isOf(one)).map(({ calls }) => calls))
    const isOver = stored !== undefined || !known?.isPresent
    const bonusSpent = stored?.bonusSpent ?? known?.bonusSpent
    return { terms: one, used, isOver, bonusBalance: (stored ?? known)?.bonusBalance, bonusSpent }
  })
  // Plan calls that segments without terms took of this period are forgotten.
  const isWhole = ofPeriod[0]?.segment.getTime() === ofPeriod[0]?.period.getTime()
  return isWhole ? splitOf(segments) : segments.map((one) => ({ ...one, calls: callsBefore(one, splits) }))
}

function splitOf(segments: Segment[]): Segment[] {
  const calls = splitSegments(
    segments.map(({ terms: { planCalls, overagePrice }, used, bonusBalance = Number.POSITIVE_INFINITY }) => ({
      ...{ used, planCalls, bonusBalance, overageAllowed: overagePrice !== null },
    })),
  )
  return segments.map((one, index) => {
    const { bonusBalance, terms } = one
    const isUnknown = bonusBalance === undefined && terms.overagePrice !== null && calls[index]?.bonus !== 0
    return isUnknown ? one : { ...one, calls: calls[index] }
  })
}

/** The calls of a segment as they were billed, if none came later. */
function callsBefore({ terms, used }: Segment, splits: Split[]): CallsByKind | undefined {
  const before = splits.find(isOf(terms))
  if (before?.used === used) return before
  return used === 0 ? { plan: 0, bonus: 0, overage: 0 } : undefined
}

/** Splits that are to be stored before anything is billed by them. */
export function splitsDue(segments: Segment[], stored: Split[] = []): Split[] {
  return segments.flatMap(({ terms, used, isOver, bonusBalance, bonusSpent, calls }) => {
    if (!isOver || !calls || bonusBalance === undefined) return []
    const { plan, bonus, overage } = calls
    const spent = bonusSpent !== undefined && { bonusSpent }
    const split = { segment: terms.segment, used, bonusBalance, ...spent, plan, bonus, overage }
    return isDeepStrictEqual(stored.find(isOf(terms)), split) ? [] : [split]
  })
}

/** Segments of which calls are sold, and it is unknown how many. */
export const unknownOf = (segments: Segment[]): Segment[] =>
  segments.filter(({ terms, isOver, calls }) => isOver && !calls && terms.overagePrice !== null)

/** Overage that no item has yet: what a segment has in all, less what was billed of it. */
export function overageDue(segments: Segment[], billed: Billed[]): DueItem[] {
  return segments.flatMap(({ terms, isOver, calls }) => {
    const { overagePrice, subscriptionId } = terms
    const before = billed.filter(isOf(terms))
    const quantity = (calls?.overage ?? 0) - sum(before.map((item) => item.quantity))
    if (!isOver || quantity <= 0 || overagePrice === null || !subscriptionId) return []
    return [{ terms: { ...terms, overagePrice, subscriptionId }, quantity, number: before.length }]
  })
}

const isOf =
  (terms: Terms) =>
  ({ segment }: { segment: Date }): boolean =>
    same(segment, terms.segment)
const same = (a: Date, b: Date): boolean => a.getTime() === b.getTime()
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
