/** A month of calls. */
export type Period = { start: Date; end: Date }

/**
 * The month, counted from `anchor`, that contains `now`: same day and hour UTC, the last day where a month is shorter.
 */
export function monthOf(anchor: Date, now: Date): Period {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const start = monthsAfter(anchor, months)
  if (start > now) return { start: monthsAfter(anchor, months - 1), end: start }
  return { start, end: monthsAfter(anchor, months + 1) }
}

export function monthsAfter(anchor: Date, months: number): Date {
  const first = new Date(anchor)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return first
}
