import { aUser, usageOf } from '@utter/web/test/answers/account'
import { aReport, aReportDay } from '@utter/web/test/answers/usage-report'
import { creator } from './account.ts'
import { type Answers, busy } from './api.ts'

const dayMs = 86_400_000
const [periodStart, today] = ['2026-11-01', '2026-11-24']
const calls = [
  260, 390, 460, 165, 140, 430, 500, 570, 520, 660, 230, 190, 610, 690, 640, 750, 770, 305, 255, 730, 785, 740, 860,
  800,
]
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** Calls of the plan, after which each one costs. */
const [included, price] = [15_000, 0.03]
const callsOn = (day: string) => Math.round((calls[(Date.parse(day) / dayMs) % calls.length] ?? 0) * 1.4)
const daysUntil = (day: string, from: string) =>
  Array.from({ length: (Date.parse(day) - Date.parse(from)) / dayMs + 1 }, (_, index) =>
    dayBefore(day, index),
  ).reverse()
const sumOf = (days: string[]) => days.reduce((sum, day) => sum + callsOn(day), 0)
const overageUntil = (day: string) => Math.max(0, sumOf(daysUntil(day, periodStart)) - included)

/** A day of a busy account: the same each time. The last days of the period are past the limit. */
function dayOf(day: string) {
  const [at, count] = [Date.parse(day) / dayMs, callsOn(day)]
  const overageCalls = day > periodStart ? overageUntil(day) - overageUntil(dayBefore(day, 1)) : 0
  const p50Ms = 1_400 + ((at * 37) % 11) * 90
  return aReportDay(day, count, {
    ...{ failed: at % 5 === 0 ? 42 : (at * 7) % 9, cancelled: (at * 3) % 14, cached: 30 + ((at * 13) % 60) },
    ...{ overageCalls, overageCost: (overageCalls * price).toFixed(2) },
    toEnd: { jobs: count, p50Ms, p95Ms: p50Ms * 2 + ((at * 29) % 17) * 210 },
    toSound: { jobs: Math.round(count / 3), p50Ms: 430, p95Ms: 900 },
  })
}

const ends = (completed: number, failed: number, cancelled: number, cached: number) => ({
  ...{ calls: completed, completed, failed, cancelled, cached },
})

/** The days that are asked for, or those of the period. */
function report(_body: unknown, query: URLSearchParams) {
  const [from = periodStart, to = today] = [query.get('from') ?? undefined, query.get('to') ?? undefined]
  return aReport(daysUntil(to, from).map(dayOf), {
    voices: [
      { voiceId: 'vc_aria7K2d', ...ends(8_120, 61, 92, 910) },
      { voiceId: 'vc_tomas3Xq', ...ends(3_040, 12, 40, 301) },
      { voiceId: 'vc_juno4Rt1', ...ends(1_320, 7, 11, 88) },
    ],
    keys: [
      { keyId: 'key-1', ...ends(9_870, 70, 101, 1_020) },
      { keyId: 'key-2', ...ends(2_100, 10, 42, 279) },
      { keyId: null, ...ends(510, 0, 0, 0) },
    ],
  })
}

export const reported: Answers = {
  ...creator,
  '/api/usage': usageOf({
    ...{ tier: 'creator', periodStart: `${periodStart}T00:00:00.000Z`, periodEnd: '2026-12-01T00:00:00.000Z' },
    ...{ apiCallsUsed: sumOf(daysUntil(today, periodStart)), apiCallsLimit: included, spendingLimit: 300 },
    ...{ overageCallsUsed: overageUntil(today), overageCost: (overageUntil(today) * price).toFixed(2) },
    days: daysUntil(today, periodStart).map((day) => ({ day, calls: callsOn(day) })),
  }),
  '/api/usage/report': report,
}
export const ownReport = '/account/usage?range=own&from=2026-11-20&to=2026-11-24&by=outcome'

const period = { periodStart: '2026-11-10T09:00:00.000Z', periodEnd: '2026-12-10T09:00:00.000Z' }
const freeDays = Array.from({ length: 15 }, (_, index) => dayBefore(today, 14 - index))
const freeCalls = [2, 5, 3, 4, 0, 7, 6, 3, 5, 4, 6, 8, 5, 7, 3]
const freeUser = { '/api/auth/me': { user: aUser({ apiCallsUsed: 68 }) } }

/** An account on the free plan, whose calls will not last. */
export const freeReport: Answers = {
  ...busy,
  ...freeUser,
  '/api/usage': usageOf({
    ...{ ...period, apiCallsUsed: 68 },
    days: freeDays.map((day, index) => ({ day, calls: freeCalls[index] ?? 0 })),
  }),
  '/api/usage/report': () =>
    aReport(
      freeDays.map((day, index) =>
        aReportDay(day, freeCalls[index], {
          ...{ cached: index % 3, failed: index === 6 ? 2 : 0 },
          toEnd: freeCalls[index] ? { jobs: 1, p50Ms: 1_900, p95Ms: 4_100 } : null,
        }),
      ),
      { voices: [{ voiceId: 'default', ...ends(68, 2, 0, 15) }], keys: [{ keyId: null, ...ends(68, 2, 0, 15) }] },
    ),
}
export const neverUsed: Answers = {
  ...busy,
  ...freeUser,
  '/api/usage': usageOf({ ...period, apiCallsUsed: 0, days: [{ day: today, calls: 0 }] }),
  '/api/usage/report': () => aReport([aReportDay(today)]),
}
