import type { Ends } from '@utter/contracts/http/jobs/usage-report'
import type { TimeStep } from './time-steps.ts'
import { dayName, dayOf, daysOf } from './usage-days.ts'

/** Calls of one API key, or of sessions, by one voice, and how their jobs ended. Absent in the sum of a version before. */
export type UsageRow = { keyId: string | null; voiceId: string; calls: number; ends?: Ends }
/**
 * Figures of the jobs that ended in a time: calls by the segment that they were taken from, and jobs by the time that their sound, and the first of
 * it, took. The last three are absent in the sum of a version before.
 */
export type CountedUsage = {
  rows: UsageRow[]
  segments?: { period: Date; calls: number }[]
  times?: TimeStep[]
  soundTimes?: TimeStep[]
}
/** Figures of the jobs that ended on a day, in UTC. */
export type DayUsage = CountedUsage & { day: Date }

/** Percent of a period's own calls, the plan's and the bonus, from which on their use is pointed out. */
const warnings = [100, 80] as const

/** @param included calls without overage; infinite on a plan without a limit */
export const warningOf = (used: number, included: number): (typeof warnings)[number] | null =>
  warnings.find((percent) => used * 100 >= included * percent) ?? null

/** The totals of a range by day, each of its days, the first perhaps in part, among them, by voice and by key, the most used first. */
export function totalsOfUsage(usage: DayUsage[], from: Date, to: Date) {
  const byDay = new Map(usage.map(({ day, rows }) => [day.getTime(), sumOf(rows)]))
  const rows = usage.flatMap((one) => one.rows).filter(({ calls }) => calls > 0)
  const byVoice = totalsBy(rows, ({ voiceId }) => voiceId)
  const byKey = totalsBy(rows, ({ keyId }) => keyId)
  return {
    days: daysOf(dayOf(from), to).map((day) => ({ day: dayName(day), calls: byDay.get(day.getTime()) ?? 0 })),
    voices: byVoice.map(([voiceId, calls]) => ({ voiceId, calls })),
    keys: byKey.map(([keyId, calls]) => ({ keyId, calls })),
  }
}

const sumOf = (rows: UsageRow[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)

export function totalsBy<Key extends string | null>(rows: UsageRow[], keyOf: (row: UsageRow) => Key): [Key, number][] {
  const totals = new Map<Key, number>()
  for (const row of rows) totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + row.calls)
  return [...totals].sort(([a, callsOfA], [b, callsOfB]) => callsOfB - callsOfA || byName(nameOf(a), nameOf(b)))
}

/** Sessions have no key. */
const nameOf = (key: string | null): string => key ?? ''
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byKeyAndVoice = (a: UsageRow, b: UsageRow): number =>
  byName(nameOf(a.keyId), nameOf(b.keyId)) || byName(a.voiceId, b.voiceId)

/** RFC 4180, a line for each day, key and voice; the key of a session is empty. */
export function usageCsv(usage: DayUsage[]): string {
  const lines = usage
    .toSorted((a, b) => a.day.getTime() - b.day.getTime())
    .flatMap(({ day, rows }) =>
      rows
        .filter(({ calls }) => calls > 0)
        .toSorted(byKeyAndVoice)
        .map(({ keyId, voiceId, calls }) => csvLine([dayName(day), nameOf(keyId), voiceId, String(calls)])),
    )
  return ['day,key,voice,calls', ...lines, ''].join('\r\n')
}

/** A line of a file after RFC 4180, without its end. */
export const csvLine = (values: string[]): string => values.map(quoted).join(',')

/** A spreadsheet runs what begins as a formula: such a name of a voice is shown behind an apostrophe. */
function quoted(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
