import { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { expect, test } from 'vitest'
import type { DayUsage } from '../../src/domain/allowance/usage.ts'
import { usageReport, usageReportCsv } from '../../src/domain/allowance/usage-report.ts'

const day = (name: string) => new Date(`${name}T00:00:00Z`)
const ends = (completed: number, failed = 0, cancelled = 0, cached = 0) => ({ completed, failed, cancelled, cached })
const range = { from: day('2026-03-01'), to: day('2026-03-03') }
const usage: DayUsage[] = [
  {
    day: day('2026-03-03'),
    rows: [
      { keyId: 'k', voiceId: 'joe', calls: 2, ends: ends(2) },
      { keyId: null, voiceId: 'slt', calls: 0, ends: ends(0, 1, 1, 3) },
    ],
    times: [
      { step: 80, jobs: 1 },
      { step: 88, jobs: 1 },
    ],
    soundTimes: [{ step: 72, jobs: 1 }],
  },
  {
    day: day('2026-03-01'),
    rows: [{ keyId: null, voiceId: 'joe', calls: 1, ends: ends(1, 1) }],
    times: [{ step: 80, jobs: 1 }],
    soundTimes: [],
  },
]
const overage = new Map([[day('2026-03-03').getTime(), { calls: 2, cost: 50 }]])
const report = usageReport(usage, overage, range)
const slow = { jobs: 2, p50Ms: 1_069, p95Ms: 2_139 }
const one = { jobs: 1, p50Ms: 1_069, p95Ms: 1_069 }
const sound = { jobs: 1, p50Ms: 535, p95Ms: 535 }
const none = { calls: 0, ...ends(0), overageCalls: 0, overageCost: '0.00', toEnd: null, toSound: null }

test('a report has each day of its range, and the whole of it by voice and key, the most calls first', () => {
  expect(UsageReport.parse(report)).toEqual(report)
  expect(report).toEqual({
    ...{ from: '2026-03-01', to: '2026-03-03', endsFrom: null },
    totals: {
      ...{ calls: 3, ...ends(3, 2, 1, 3), overageCalls: 2, overageCost: '0.05' },
      ...{ toEnd: { jobs: 3, p50Ms: 1_069, p95Ms: 2_139 }, toSound: sound },
    },
    days: [
      { day: '2026-03-01', ...none, calls: 1, ...ends(1, 1), toEnd: one },
      { day: '2026-03-02', ...none },
      {
        ...{ day: '2026-03-03', calls: 2, ...ends(2, 1, 1, 3), overageCalls: 2, overageCost: '0.05' },
        ...{ toEnd: slow, toSound: sound },
      },
    ],
    voices: [
      { voiceId: 'joe', calls: 3, ...ends(3, 1) },
      { voiceId: 'slt', calls: 0, ...ends(0, 1, 1, 3) },
    ],
    keys: [
      { keyId: 'k', calls: 2, ...ends(2) },
      { keyId: null, calls: 1, ...ends(1, 2, 1, 3) },
    ],
  })
})

test('the order of the days and of their rows changes nothing', () => {
  const reversed = usage.map((one) => ({ ...one, rows: one.rows.toReversed() })).toReversed()
  expect(usageReport(reversed, overage, range)).toEqual(report)
})

test('of a day that an older version has summed the calls are known, and it says from when on all is', () => {
  const old: DayUsage = { day: day('2026-03-02'), rows: [{ keyId: null, voiceId: 'joe', calls: 5 }] }
  const { endsFrom, days } = usageReport([...usage, old], overage, range)
  expect(endsFrom).toBe('2026-03-03')
  expect(days[1]).toEqual({ day: '2026-03-02', ...none, calls: 5, ...ends(5) })
})

test('a range that begins within a day is named by it', () => {
  const { from, days } = usageReport([], new Map(), { from: new Date('2026-03-01T09:00:00Z'), to: day('2026-03-01') })
  expect([from, days]).toEqual(['2026-03-01', [{ day: '2026-03-01', ...none }]])
})

test.each([
  [
    'day',
    [
      'day,calls,completed,failed,cancelled,cached,overage_calls,overage_cost,p50_ms,p95_ms,first_sound_p50_ms,first_sound_p95_ms',
      '2026-03-01,1,1,1,0,0,0,0.00,1069,1069,,',
      '2026-03-02,0,0,0,0,0,0,0.00,,,,',
      '2026-03-03,2,2,1,1,3,2,0.05,1069,2139,535,535',
    ],
  ],
  ['key', ['key,calls,completed,failed,cancelled,cached', 'k,2,2,0,0,0', ',1,1,2,1,3']],
  ['voice', ['voice,calls,completed,failed,cancelled,cached', 'joe,3,3,1,0,0', 'slt,0,0,1,1,3']],
  ['outcome', ['outcome,jobs', 'completed,3', 'failed,2', 'cancelled,1', 'cached,3']],
] as const)('as CSV by %s', (by, lines) => {
  expect(usageReportCsv(report, by).split('\r\n')).toEqual([...lines, ''])
})
