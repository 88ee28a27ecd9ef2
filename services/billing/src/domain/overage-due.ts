import { splitSegments } from '@utter/contracts/calls'
import type { Terms } from './subscription.ts'

/** A segment as jobs has it. */
type Held = { start: Date; bonusBalance: number; isPresent: boolean }
type Billed = { segment: Date; quantity: number }
export type DueItem = {
  terms: Terms & { overagePrice: number; subscriptionId: string }
  quantity: number
  number: number
}
export type Segment = { terms: Terms; overage: number; isOver: boolean }

/** The calls past plan and bonus of every segment whose period is over. `isOver`: no call is taken from it any more. */
export function overageOf(terms: Terms[], rows: { segment: Date; calls: number }[], held: Held[]): Segment[] {
  const presentPeriod = terms.at(-1)?.period.getTime()
  const periods = Map.groupBy(terms, ({ period }) => period.getTime())
  return [...periods].flatMap(([period, segments]) => {
    // The first segments of the oldest period may be forgotten.
    if (period === presentPeriod || segments[0]?.segment.getTime() !== period) return []
    const calls = splitSegments(
      segments.map(({ segment, planCalls, overagePrice }) => ({
        used: sum(rows.filter((row) => same(row.segment, segment)).map((row) => row.calls)),
        planCalls,
        bonusBalance: heldOf(held, segment)?.bonusBalance ?? 0,
        overageAllowed: overagePrice !== null,
      })),
    )
    return segments.map((one, index) => ({
      terms: one,
      overage: calls[index]?.overage ?? 0,
      isOver: !heldOf(held, one.segment)?.isPresent,
    }))
  })
}

/** Overage that no item has yet: what a segment has in all, less what was billed of it. */
export function overageDue(segments: Segment[], billed: Billed[]): DueItem[] {
  return segments.flatMap(({ terms, overage, isOver }) => {
    const { overagePrice, subscriptionId } = terms
    const before = billed.filter(({ segment }) => same(segment, terms.segment))
    const quantity = overage - sum(before.map((item) => item.quantity))
    if (!isOver || quantity <= 0 || overagePrice === null || !subscriptionId) return []
    return [{ terms: { ...terms, overagePrice, subscriptionId }, quantity, number: before.length }]
  })
}

const heldOf = (held: Held[], segment: Date) => held.find(({ start }) => same(start, segment))
const same = (a: Date, b: Date): boolean => a.getTime() === b.getTime()
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
