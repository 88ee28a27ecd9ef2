import { dayName, dayOf, daysOf } from './usage-days.ts'

/** Calls of one API key, or of sessions, by one voice. */
export type UsageRow = { keyId: string | null; voiceId: string; calls: number }
/** Calls of the jobs that ended on a day, in UTC. */
export type DayUsage = { day: Date; rows: UsageRow[] }

/** Percent of a period's own calls, the plan's and the bonus, from which on their use is pointed out. */
const warnings = [100, 80] as const

/** @param included calls without overage; infinite on a plan without a limit */
export const warningOf = (used: number, included: number): (typeof warnings)[number] | null =>
  warnings.find((percent) => used * 100 >= included * percent) ?? null

/** The totals of a range by day, each of its days, the first perhaps in part, among them, by voice and by key, the most used first. */
export function totalsOfUsage(usage: DayUsage[], from: Date, to: Date) {
  const byDay = new Map(usage.map(({ day, rows }) => [day.getTime(), sumOf(rows)]))
  const rows = usage.flatMap((one) => one.rows)
  const byVoice = totalsBy(rows, ({ voiceId }) => voiceId)
  const byKey = totalsBy(rows, ({ keyId }) => keyId)
  return {
    days: daysOf(dayOf(from), to).map((day) => ({ day: dayName(day), calls: byDay.get(day.getTime()) ?? 0 })),
    voices: byVoice.map(([voiceId, calls]) => ({ voiceId, calls })),
    keys: byKey.map(([keyId, calls]) => ({ keyId, calls })),
  }
}

const sumOf = (rows: UsageRow[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)

function totalsBy<Key extends string | null>(rows: UsageRow[], keyOf: (row: UsageRow) => Key): [Key, number][] {
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
        .toSorted(byKeyAndVoice)
        .map(({ keyId, voiceId, calls }) =>
          [dayName(day), nameOf(keyId), voiceId, String(calls)].map(quoted).join(','),
        ),
    )
  return ['day,key,voice,calls', ...lines, ''].join('\r\n')
}

/** A spreadsheet runs what begins as a formula: such a name of a voice is shown behind an apostrophe. */
function quoted(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
