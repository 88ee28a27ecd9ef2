import { expect, test } from 'vitest'
import { tableOf, written } from '../src/table.ts'

test('a table shows both sides, the spread, and what became of the goal', () => {
  const table = tableOf([
    {
      name: 'throughput',
      against: 'nginx',
      unit: 'requests/s',
      kind: 'ratio',
      goal: { min: 0.3 },
      pairs: [{ ours: 3_600, peer: 12_000 }],
    },
    { name: 'added p50', against: 'upstream', unit: 'ms', kind: 'difference', pairs: [{ ours: 1, peer: 0.5 }] },
  ])
  expect(table.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['ours', 'peer', 'median (min – max)', 'goal'],
    ['throughput', '3,600 requests/s', '12,000 requests/s nginx', '0.30 × (0.30 – 0.30)', '≥ 0.30 ×', 'reached'],
    ['added p50', '1.00 ms', '0.50 ms upstream', '0.50 ms (0.50 – 0.50)'],
  ])
})

test.for([
  [0.123, '0.12'],
  [12.34, '12.3'],
  [123.4, '123'],
  [12_345.6, '12,346'],
  [Number.NaN, '–'],
] as [number, string][])('%s is written as %s', ([number, text]) => {
  expect(written(number)).toBe(text)
})
