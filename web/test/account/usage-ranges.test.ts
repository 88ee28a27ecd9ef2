import { expect, test } from 'vitest'
import { daysOfRange, faultOf } from '../../src/features/usage-report/ranges.ts'
import { timeText } from '../../src/features/usage-report/time-text.ts'

test.each([
  ['period', '2026-03-15T09:00:00.000Z', {}],
  ['last', '2026-03-15T09:00:00.000Z', { from: '2026-02-15', to: '2026-03-15' }],
  ['last', '2026-03-01T00:00:00.000Z', { from: '2026-02-01', to: '2026-02-28' }],
  ['7', '2026-03-15T09:00:00.000Z', { from: '2026-03-14', to: '2026-03-20' }],
  ['90', '2026-03-15T09:00:00.000Z', { from: '2025-12-21', to: '2026-03-20' }],
] as const)('the days of %s, of a period since %s', (name, periodStart, days) => {
  expect(daysOfRange(name, '2026-03-20', periodStart)).toEqual(days)
})

test.each([
  ['2026-03-01', '2026-03-01', undefined],
  ['2026-01-01', '2026-04-02', undefined],
  ['2026-01-01', '2026-04-03', 'At most 92 days.'],
  ['2026-03-02', '2026-03-01', 'The first day is after the last.'],
  ['', '2026-03-01', 'Choose the first and the last day.'],
  ['2026-02-30', 'yesterday', 'Choose the first and the last day.'],
])('from %j to %j: %s', (from, to, fault) => {
  expect(faultOf(from, to)).toBe(fault)
})

test.each([
  [0, '0 s'],
  [418, '0.42 s'],
  [998, '1.0 s'],
  [3_120, '3.1 s'],
  [9_960, '10 s'],
  [118_000, '118 s'],
  [180_000, '3 min'],
  [7_140_000, '119 min'],
  [7_200_000, '2 h'],
  [86_400_000, '24 h'],
])('%d ms are %s', (ms, text) => {
  expect(timeText(ms)).toBe(text)
})
