import { monthsAfter } from '@utter/contracts/period'

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

/** The end of the month that starts at `start`: the same day and hour as the anchor's, the last day where a month is shorter. */
export function monthEnd(anchor: number, start: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)]
  return Math.floor(monthsAfter(from, monthsBetween(from, to) + 1).getTime() / 1000)
}
