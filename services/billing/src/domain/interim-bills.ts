import { planCallsLeft } from '@utter/contracts/calls'
import { unlimited } from '@utter/contracts/plans'
import { type DueItem, overageDue, presentOverageOf, type Segment } from './overage-due.ts'
import { type Credited, netOf, type TakenCalls, takenFromLatest } from './overcharges.ts'
import type { Terms } from './subscription.ts'

/** Dollars of overage that are lent before they are billed, by the number of interim bills before. */
export const defaultOverageSteps = [50, 100, 200, 400, 800]
/** Calls until an account is looked through again of which no overage can be sold, or be known. */
const [never, soon] = [1e12, 1_000]

type Item = Credited & {
  _id: string
  segment: Date
  price: number
  currency?: string
  at: Date
  isInterim?: boolean
  invoiceId?: string
}
type InterimDue = {
  due: DueItem[]
  /** Calls of the segment that is open until the next one, from those that are counted. */
  callsLeft: number
}

/** The overage of a period that goes on which is to be billed now: all of it, once what was not billed costs a step. */
export function interimDue(present: Segment[], items: Item[], steps: number[]): InterimDue {
  const open = present.at(-1)
  // Steps are dollars: an agreement in another currency is billed at the period's end.
  const isSold = open?.terms.overagePrice !== null && open?.terms.planCalls !== unlimited && !open?.terms.currency
  if (!open || open.terms.overagePrice === null || !isSold) return { due: [], callsLeft: never }
  const billed = items.map((item) => ({ segment: item.segment, quantity: netOf(item) }))
  const all = overageDue(
    present.map((one) => ({ ...one, isOver: true })),
    billed,
  )
  const cost = (due: DueItem[]) => due.reduce((sum, { quantity, terms }) => sum + quantity * terms.overagePrice, 0)
  const bills = new Set(items.flatMap(({ _id, isInterim, invoiceId }) => (isInterim ? [invoiceId ?? _id] : []))).size
  const isDue = cost(all) >= stepOf(steps, bills)
  if (!open.calls) return { due: isDue ? all : [], callsLeft: soon }
  const others = isDue ? 0 : cost(all.filter((one) => !isOf(open)(one.terms)))
  const step = stepOf(steps, isDue ? bills + 1 : bills)
  const billedOfOpen = isDue ? Math.max(open.calls.overage, quantityOf(billed, open)) : quantityOf(billed, open)
  const lent = billedOfOpen + Math.ceil((step - others) / open.terms.overagePrice)
  return { due: isDue ? all : [], callsLeft: freeCallsOf(open, present) + lent - open.used }
}

/** Calls of the segment that is open which the plan and the bonus pay for. */
function freeCallsOf({ terms, bonusBalance = 0 }: Segment, present: Segment[]): number {
  const taken = present.slice(0, -1).reduce((sum, { calls, used }) => sum + (calls?.plan ?? used), 0)
  return planCallsLeft(terms.planCalls, taken) + Math.max(0, bonusBalance)
}

/** Thousandths of a dollar. */
const stepOf = (steps: number[], bills: number): number => (steps[Math.min(bills, steps.length - 1)] ?? 0) * 1_000

/** The calls of the present period as if none were a bonus call: more can't be billed, whatever is earned until its end. */
export const pastPlanOf = (terms: Terms[], rows: Parameters<typeof presentOverageOf>[1]): Segment[] =>
  presentOverageOf(
    terms,
    rows,
    terms.map(({ segment }) => ({ start: segment, bonusBalance: 0, isPresent: true })),
  )

/** Calls that interim bills have taken too much: bonus calls that were earned after them. The latest items give back first, each once. */
export function interimCredits<Of extends Item>(segments: Segment[], items: Of[]): TakenCalls<Of>[] {
  return segments.flatMap(({ terms, isOver, calls }) => {
    if (!isOver || !calls) return []
    const ofSegment = items.filter(isOf({ terms }))
    const tooMany = ofSegment.reduce((sum, item) => sum + netOf(item), 0) - calls.overage
    return takenFromLatest(
      tooMany,
      ofSegment.filter(({ isInterim, credit }) => isInterim && !credit?.transactionId),
    )
  })
}

const isOf =
  ({ terms }: Pick<Segment, 'terms'>) =>
  ({ segment }: { segment: Date }): boolean =>
    segment.getTime() === terms.segment.getTime()
const quantityOf = (billed: { segment: Date; quantity: number }[], of: Segment): number =>
  billed.filter(isOf(of)).reduce((sum, { quantity }) => sum + quantity, 0)
