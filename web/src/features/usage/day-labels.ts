import { dayOf } from '../../lib/format/times.ts'

const maxLabels = 5

/** Places of the days that are named below a chart, the first and the last among them. */
const labelled = (count: number): number[] => [
  ...new Set(Array.from({ length: maxLabels }, (_, index) => Math.floor((index * (count - 1)) / (maxLabels - 1)))),
]

/** The label of each day below its bar; every second is one that a narrow chart does without. */
export function dayLabels(days: readonly string[]): { label: string | undefined; isMinor: boolean }[] {
  const named = labelled(days.length)
  return days.map((day, index) => ({
    label: named.includes(index) ? dayOf(day) : undefined,
    isMinor: named.indexOf(index) % 2 === 1,
  }))
}
