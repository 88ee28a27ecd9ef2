import { monthsAfter } from '@utter/contracts/period'
import type { Recurring } from '../store/records/catalog.ts'

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

/** The end of the month, or year, that starts at `start`: the same day and hour as the anchor's, the last day where a month is shorter. */
export function periodEnd(anchor: number, start: number, interval: Recurring['interval'] = 'month'): number {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)]
  const months = interval === 'year' ? 12 : 1
  return Math.floor(monthsAfter(from, monthsBetween(from, to) + months).getTime() / 1000)
}
