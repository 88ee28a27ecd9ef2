import { describe, expect, test } from 'vitest'
import { overageDue, overageOf } from '../../src/domain/overage-due.ts'
import type { Terms } from '../../src/domain/subscription.ts'

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`)
const terms = (period: string, segment: string, tier: Terms['tier'], planCalls: number, overagePrice: number | null) =>
  ({ period: at(period), segment: at(segment), tier, planCalls, overagePrice, subscriptionId: 'sub_1' }) satisfies Terms
const starter = terms('03-01', '03-01', 'starter', 5_000, 40)
const pro = terms('03-01', '03-15', 'pro', 50_000, 25)
const april = terms('04-01', '04-01', 'pro', 50_000, 25)
const rows = (segment: Date, calls: number) => ({ segment, calls })
const held = (start: Date, bonusBalance: number, isPresent = false) => ({ start, bonusBalance, isPresent })
type Rows = Parameters<typeof overageOf>[1]
type Held = Parameters<typeof overageOf>[2]
const due = (all: Terms[], calls: Rows, segments: Held = [], billed: Parameters<typeof overageDue>[1] = []) =>
  overageDue(overageOf(all, calls, segments), billed).map(({ terms: { segment }, quantity, number }) => [
    segment,
    quantity,
    number,
  ])

test('calls past the plan of a period that is over are due', () => {
  expect(due([starter, april], [rows(at('03-01'), 5_007)])).toEqual([[at('03-01'), 7, 0]])
  expect(due([starter, april], [rows(at('03-01'), 5_000)])).toEqual([])
})

test('nothing is due of the present period, though one of its segments is over', () => {
  expect(due([starter, pro], [rows(at('03-01'), 6_000), rows(at('03-15'), 60_000)])).toEqual([])
})

test('a segment is billed by its own plan, and its overage weighs no more on the next', () => {
  const calls = [rows(at('03-01'), 5_300), rows(at('03-15'), 45_010)]
  expect(due([starter, pro, april], calls)).toEqual([
    [at('03-01'), 300, 0],
    [at('03-15'), 10, 0],
  ])
})

test('bonus calls that jobs has of a segment are not billed', () => {
  const bonus = [held(at('03-01'), 100), held(at('03-15'), 20)]
  expect(due([starter, pro, april], [rows(at('03-01'), 5_120), rows(at('03-15'), 45_025)], bonus)).toEqual([
    [at('03-01'), 20, 0],
    [at('03-15'), 5, 0],
  ])
})

test('a segment that jobs takes calls from still is not billed yet', () => {
  const segments = overageOf([starter, april], [rows(at('03-01'), 5_300)], [held(at('03-01'), 0, true)])
  expect(segments).toMatchObject([{ overage: 300, isOver: false }])
  expect(overageDue(segments, [])).toEqual([])
})

describe('what was billed', () => {
  const billed = [{ segment: at('03-01'), quantity: 7 }]
  test('is not due again', () => {
    expect(due([starter, april], [rows(at('03-01'), 5_007)], [], billed)).toEqual([])
  })
  test('is followed by what came later', () => {
    expect(due([starter, april], [rows(at('03-01'), 5_009)], [], billed)).toEqual([[at('03-01'), 2, 1]])
  })
})

test('nothing is due of a plan without overage, nor of a period whose beginning is forgotten', () => {
  const free = terms('03-01', '03-01', 'free', 100, null)
  expect(due([free, april], [rows(at('03-01'), 120)])).toEqual([])
  expect(due([pro, april], [rows(at('03-15'), 60_000)])).toEqual([])
})
