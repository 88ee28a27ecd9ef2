import { monthOf, type Period } from '@utter/contracts/period'
import type { Allowance } from './allowance.ts'
import { type NextSegment, presentMonth } from './periods.ts'

/** A month and the start of its latest segment, as billing has them. */
export type Billed = { month: Period; start: Date }

type State = Record<'periodStart' | 'periodEnd' | 'segmentStart', string | undefined>

/** The month of a billing state, or that of `now` by the anchor, and the segment: of a month that began after it, the first. */
export function billedIn({ periodStart, periodEnd, segmentStart }: Partial<State>, anchor: Date, now: Date): Billed {
  const month =
    periodStart && periodEnd ? { start: new Date(periodStart), end: new Date(periodEnd) } : monthOf(anchor, now)
  const start = segmentStart ? new Date(segmentStart) : month.start
  return { month, start: start > month.start ? start : month.start }
}

/** The first segment of an account that has none yet. */
export const firstSegment = ({ month, start }: Billed): NextSegment => ({ start, end: month.end, month: month.start })

/**
 * The segment that begins with a billing state: of a later month, or of the present one where the plan changed inside it. Segments go
 * forward only; undefined: the present one goes on.
 */
export function segmentAfter(
  account: Pick<Allowance, 'period' | 'monthStart' | 'periodEnd'>,
  { month, start }: Billed,
): NextSegment | undefined {
  if (start <= account.period) return undefined
  // A plan that begins when the present month is over has no part in it, whichever month it counts by.
  const isLater = month.start > presentMonth(account) || start >= account.periodEnd
  const monthStart = !isLater ? presentMonth(account) : month.start > presentMonth(account) ? month.start : start
  // Billing's month may be over by then, where its clock is ahead.
  return { start, end: month.end > start ? month.end : monthOf(start, start).end, month: monthStart }
}
