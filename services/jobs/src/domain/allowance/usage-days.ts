/** A day of usage: the UTC midnight at which it begins. */
const dayMs = 24 * 3_600_000
/** Time after a day's end in which most of its last jobs are settled, so that it is summed once. */
const graceMs = 3_600_000

export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)
export const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * dayMs)
/** As it is written: `2026-03-20`. */
export const dayName = (day: Date): string => day.toISOString().slice(0, 10)

/** When a day is to be summed. */
export const sumDueAt = (day: Date): Date => new Date(day.getTime() + dayMs + graceMs)
/** The first day that is not yet to be summed. */
export const firstOpenDay = (now: Date): Date => dayOf(new Date(now.getTime() - graceMs))

/** The days of a range, both ends included. */
export function daysOf(from: Date, to: Date): Date[] {
  const count = Math.max(0, Math.round((to.getTime() - from.getTime()) / dayMs) + 1)
  return Array.from({ length: count }, (_, index) => daysAfter(from, index))
}

type Sums = { sums?: number; summing?: Date; unsummedFrom?: Date }
const never = new Date(8.64e15)

/** The first day whose calls are counted from the jobs: the days before it have their sums. */
export function countedFrom({ sums, summing = never, unsummedFrom = never }: Sums): Date {
  if (sums === undefined) return new Date(0)
  return summing < unsummedFrom ? summing : unsummedFrom
}
