import { costOf } from '@utter/contracts/calls'
import type { Ends, ReportPart, UsageReport } from '@utter/contracts/http/jobs/usage-report'
import type { DayOverage } from './day-overage.ts'
import { type TimeStep, timesOf } from './time-steps.ts'
import { csvLine, type DayUsage, totalsBy, type UsageRow } from './usage.ts'
import { dayName, dayOf, daysAfter, daysOf } from './usage-days.ts'

const outcomes = ['completed', 'failed', 'cancelled', 'cached'] as const
const noEnds: Ends = { completed: 0, failed: 0, cancelled: 0, cached: 0 }

/** Calls of a sum of before are jobs that completed, as far as is known. */
const endsOf = ({ calls, ends }: UsageRow): Ends => ends ?? { ...noEnds, completed: calls }

/** Calls and ends of several rows. */
function sumOfRows(rows: UsageRow[]): Ends & { calls: number } {
  const sum = { ...noEnds, calls: 0 }
  for (const row of rows) {
    sum.calls += row.calls
    for (const outcome of outcomes) sum[outcome] += endsOf(row)[outcome]
  }
  return sum
}

/** How many jobs took a time of each step, over several days. */
function merged(lists: (TimeStep[] | undefined)[]): TimeStep[] {
  const byStep = new Map<number, number>()
  for (const { step, jobs } of lists.flatMap((list) => list ?? [])) byStep.set(step, (byStep.get(step) ?? 0) + jobs)
  return [...byStep].map(([step, jobs]) => ({ step, jobs }))
}

function figuresOfDays(usage: DayUsage[], overage: (DayOverage | undefined)[]) {
  const sum = (pick: (one: DayOverage) => number) => overage.reduce((total, one) => total + (one ? pick(one) : 0), 0)
  return {
    ...sumOfRows(usage.flatMap(({ rows }) => rows)),
    overageCalls: sum(({ calls }) => calls),
    overageCost: costOf(sum(({ cost }) => cost)),
    toEnd: timesOf(merged(usage.map(({ times }) => times))),
    toSound: timesOf(merged(usage.map(({ soundTimes }) => soundTimes))),
  }
}

/** The report of a range, each of its days in it, the first perhaps in part; keys and voices with the most calls first. */
export function usageReport(
  usage: DayUsage[],
  overage: Map<number, DayOverage>,
  { from, to }: { from: Date; to: Date },
): UsageReport {
  const byDay = new Map(usage.map((one) => [one.day.getTime(), one]))
  const days = daysOf(dayOf(from), to)
  const rows = usage.flatMap((one) => one.rows)
  const lastOfBefore = days.findLast((day) => byDay.get(day.getTime())?.rows.some(({ ends }) => !ends))
  const rowsBy = <Key extends string | null>(keyOf: (row: UsageRow) => Key) => {
    const byKey = Map.groupBy(rows, keyOf)
    return totalsBy(rows, keyOf).map(([key]) => ({ key, ...sumOfRows(byKey.get(key) ?? []) }))
  }
  return {
    from: dayName(from),
    to: dayName(to),
    endsFrom: lastOfBefore ? dayName(daysAfter(lastOfBefore, 1)) : null,
    totals: figuresOfDays(
      usage,
      days.map((day) => overage.get(day.getTime())),
    ),
    days: days.map((day) => {
      const one = byDay.get(day.getTime())
      return { day: dayName(day), ...figuresOfDays(one ? [one] : [], [overage.get(day.getTime())]) }
    }),
    voices: rowsBy(({ voiceId }) => voiceId).map(({ key: voiceId, ...sums }) => ({ voiceId, ...sums })),
    keys: rowsBy(({ keyId }) => keyId).map(({ key: keyId, ...sums }) => ({ keyId, ...sums })),
  }
}

const counts = (one: Ends & { calls: number }) => [one.calls, ...outcomes.map((outcome) => one[outcome])].map(String)
const times = (one: UsageReport['days'][number]) =>
  [one.toEnd?.p50Ms, one.toEnd?.p95Ms, one.toSound?.p50Ms, one.toSound?.p95Ms].map((ms) => String(ms ?? ''))
const countHeads = ['calls', ...outcomes]
const timeHeads = ['p50_ms', 'p95_ms', 'first_sound_p50_ms', 'first_sound_p95_ms']

/** The lines of a report: by day, key (that of sessions is empty), voice or outcome. Times are in ms, costs in US dollars. */
const lines: Record<ReportPart, (report: UsageReport) => string[][]> = {
  day: ({ days }) => [
    ['day', ...countHeads, 'overage_calls', 'overage_cost', ...timeHeads],
    ...days.map((one) => [one.day, ...counts(one), String(one.overageCalls), one.overageCost, ...times(one)]),
  ],
  key: ({ keys }) => [['key', ...countHeads], ...keys.map((one) => [one.keyId ?? '', ...counts(one)])],
  voice: ({ voices }) => [['voice', ...countHeads], ...voices.map((one) => [one.voiceId, ...counts(one)])],
  outcome: ({ totals }) => [['outcome', 'jobs'], ...outcomes.map((outcome) => [outcome, String(totals[outcome])])],
}

/** RFC 4180. */
export const usageReportCsv = (report: UsageReport, by: ReportPart): string =>
  [...lines[by](report).map(csvLine), ''].join('\r\n')
