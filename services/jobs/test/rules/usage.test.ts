import { describe, expect, test } from 'vitest'
import { totalsOfUsage, type UsageRow, usageCsv, warningOf } from '../../src/domain/allowance/usage.ts'
import { countedFrom, firstOpenDay, sumDueAt } from '../../src/domain/allowance/usage-days.ts'

const day = (name: string) => new Date(`${name}T00:00:00Z`)
const row = (keyId: string | null, voiceId: string, calls: number): UsageRow => ({ keyId, voiceId, calls })
const usage = [
  { day: day('2026-03-02'), rows: [row('k', 'joe', 2), row(null, 'joe', 1), row(null, 'slt', 4)] },
  { day: day('2026-02-28'), rows: [row('k', 'slt', 3)] },
]
const reversed = usage.map((one) => ({ ...one, rows: one.rows.toReversed() })).toReversed()

test('the totals of a range have each of its days, the most used voice and key first', () => {
  expect(totalsOfUsage(usage, day('2026-02-27'), day('2026-03-02'))).toEqual({
    days: [
      { day: '2026-02-27', calls: 0 },
      { day: '2026-02-28', calls: 3 },
      { day: '2026-03-01', calls: 0 },
      { day: '2026-03-02', calls: 7 },
    ],
    voices: [
      { voiceId: 'slt', calls: 7 },
      { voiceId: 'joe', calls: 3 },
    ],
    keys: [
      { keyId: null, calls: 5 },
      { keyId: 'k', calls: 5 },
    ],
  })
})

test('the order of the calls changes neither the totals nor the CSV', () => {
  const [from, to] = [day('2026-02-27'), day('2026-03-02')]
  expect(totalsOfUsage(reversed, from, to)).toEqual(totalsOfUsage(usage, from, to))
  expect(usageCsv(reversed)).toBe(usageCsv(usage))
})

test('as CSV it has a line for each day, key and voice, the oldest first, and nothing that a spreadsheet would run', () => {
  const odd = [{ day: day('2026-03-02'), rows: [row(null, 'a,"b"', 1), row(null, '=1+1', 1)] }]
  expect(usageCsv(usage).split('\r\n')).toEqual([
    'day,key,voice,calls',
    '2026-02-28,k,slt,3',
    '2026-03-02,,joe,1',
    '2026-03-02,,slt,4',
    '2026-03-02,k,joe,2',
    '',
  ])
  expect(usageCsv(odd).split('\r\n').slice(1)).toEqual(["2026-03-02,,'=1+1,1", '2026-03-02,,"a,""b""",1', ''])
})

test.each([
  [0, 100, null],
  [79, 100, null],
  [80, 100, 80],
  [99, 100, 80],
  [100, 100, 100],
  [130, 100, 100],
  [119, 150, null],
  [120, 150, 80],
  [1_000_000, Number.POSITIVE_INFINITY, null],
])('%i of %i calls: a warning of %s', (used, included, warning) => {
  expect(warningOf(used, included)).toBe(warning)
})

describe('a day', () => {
  test('is summed an hour after its end, and open until then', () => {
    const today = day('2026-03-02')
    expect(sumDueAt(today)).toEqual(new Date('2026-03-03T01:00:00Z'))
    expect(firstOpenDay(new Date('2026-03-03T00:59:59Z'))).toEqual(today)
    expect(firstOpenDay(sumDueAt(today))).toEqual(day('2026-03-03'))
  })

  test('is counted from the jobs from the first on that has no sum; all are before there is one', () => {
    const [earlier, later] = [day('2026-03-02'), day('2026-03-05')]
    expect(countedFrom({ unsummedFrom: later })).toEqual(new Date(0))
    expect(countedFrom({ sums: 1, unsummedFrom: later })).toEqual(later)
    expect(countedFrom({ sums: 1, unsummedFrom: later, summing: earlier })).toEqual(earlier)
    expect(countedFrom({ sums: 1 }) > later).toBe(true)
  })
})
