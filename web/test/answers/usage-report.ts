import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'

type ReportDay = UsageReport['days'][number]

const noEnds = { completed: 0, failed: 0, cancelled: 0, cached: 0 }
const noFigures = { calls: 0, ...noEnds, overageCalls: 0, overageCost: '0.00', toEnd: null, toSound: null }

/** A day of a report, whose calls have all been completed. */
export const aReportDay = (day: string, calls = 0, over: Partial<ReportDay> = {}): ReportDay => ({
  ...{ day, ...noFigures, calls, completed: calls },
  ...over,
})

const sumOf = (days: readonly ReportDay[], pick: (day: ReportDay) => number) =>
  days.reduce((sum, day) => sum + pick(day), 0)

/** A report of these days, with their sums as its totals. */
export function aReport(days: ReportDay[], over: Partial<UsageReport> = {}): UsageReport {
  const totals = {
    ...noFigures,
    calls: sumOf(days, ({ calls }) => calls),
    completed: sumOf(days, ({ completed }) => completed),
    failed: sumOf(days, ({ failed }) => failed),
    cancelled: sumOf(days, ({ cancelled }) => cancelled),
    cached: sumOf(days, ({ cached }) => cached),
    overageCalls: sumOf(days, ({ overageCalls }) => overageCalls),
    overageCost: sumOf(days, ({ overageCost }) => Number(overageCost)).toFixed(2),
    toEnd: days.findLast(({ toEnd }) => toEnd)?.toEnd ?? null,
    toSound: days.findLast(({ toSound }) => toSound)?.toSound ?? null,
  }
  const [from = '2026-01-01', to = from] = [days[0]?.day, days.at(-1)?.day]
  return { from, to, endsFrom: null, totals, days, voices: [], keys: [], ...over }
}
