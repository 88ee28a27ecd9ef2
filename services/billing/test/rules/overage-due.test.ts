import { describe, expect, test } from 'vitest'
import { overageDue, overageOf, splitsDue, unknownOf } from '../../src/domain/overage-due.ts'
import type { Split, Terms } from '../../src/domain/subscription.ts'

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`)
const terms = (period: string, segment: string, tier: Terms['tier'], planCalls: number, overagePrice: number | null) =>
  ({ period: at(period), segment: at(segment), tier, planCalls, overagePrice, subscriptionId: 'sub_1' }) satisfies Terms
const starter = terms('03-01', '03-01', 'starter', 5_000, 40)
const pro = terms('03-01', '03-15', 'pro', 50_000, 25)
const april = terms('04-01', '04-01', 'pro', 50_000, 25)
const rows = (segment: Date, calls: number) => ({ segment, calls })
const held = (start: Date, bonusBalance = 0, isPresent = false) => ({ start, bonusBalance, isPresent })
const split = (segment: Date, bonusBalance: number, plan: number, bonus: number, overage = 0): Split => ({
  ...{ segment, bonusBalance, used: plan + bonus + overage, plan, bonus, overage },
})
type Rows = Parameters<typeof overageOf>[1]
type Held = Parameters<typeof overageOf>[2]
type Billed = Parameters<typeof overageDue>[1]
const none: Held = [held(at('03-01')), held(at('03-15'))]
const due = (all: Terms[], calls: Rows, segments: Held = none, billed: Billed = [], splits: Split[] = []) =>
  overageDue(overageOf(all, calls, segments, splits), billed).map(({ terms: { segment }, quantity, number }) => [
    segment,
    quantity,
    number,
  ])
const unknown = (...given: Parameters<typeof overageOf>) =>
  unknownOf(overageOf(...given)).map(({ terms: { segment } }) => segment)

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

test('a segment that jobs takes calls from still is not billed yet, and its split not stored', () => {
  const segments = overageOf([starter, april], [rows(at('03-01'), 5_300)], [held(at('03-01'), 0, true)])
  expect(segments).toMatchObject([{ calls: { overage: 300 }, isOver: false }])
  expect([overageDue(segments, []), splitsDue(segments), unknownOf(segments)]).toEqual([[], [], []])
})

describe('what was billed', () => {
  const billed = [{ segment: at('03-01'), quantity: 7 }]
  test('is not due again', () => {
    expect(due([starter, april], [rows(at('03-01'), 5_007)], none, billed)).toEqual([])
  })
  test('is followed by what came later', () => {
    expect(due([starter, april], [rows(at('03-01'), 5_009)], none, billed)).toEqual([[at('03-01'), 2, 1]])
  })
})

test('nothing is due of a plan without overage, whether its bonus calls are known or not', () => {
  const free = terms('03-01', '03-01', 'free', 100, null)
  const calls = [rows(at('03-01'), 120), rows(at('03-15'), 49_905)]
  expect(due([free, april], [rows(at('03-01'), 120)])).toEqual([])
  // Were the twenty bonus calls, or calls of a higher plan: the customer is given the benefit of it.
  expect([due([free, pro, april], calls, [held(at('03-15'))]), unknown([free, pro, april], calls, [])]).toEqual([
    [[at('03-15'), 5, 0]],
    [at('03-15')],
  ])
})

describe('a segment that jobs has forgotten', () => {
  const calls = [rows(at('03-01'), 5_120), rows(at('03-15'), 45_025)]
  const all = [starter, pro, april]
  test('is billed by the balance that was stored with its split', () => {
    const first = overageOf(all, calls, [held(at('03-01'), 100), held(at('03-15'), 20)])
    const stored = splitsDue(first)
    expect(stored).toEqual([split(at('03-01'), 100, 5_000, 100, 20), split(at('03-15'), 20, 45_000, 20, 5)])
    expect(due(all, calls, [], [], stored)).toEqual([
      [at('03-01'), 20, 0],
      [at('03-15'), 5, 0],
    ])
    const late = [rows(at('03-01'), 5_121), rows(at('03-15'), 45_025)]
    expect(splitsDue(overageOf(all, late, [], stored), stored)).toEqual([split(at('03-01'), 100, 5_000, 100, 21)])
    expect(unknown(all, late, [], stored)).toEqual([])
  })
  test('and that has no split is not billed, unlike the one after it', () => {
    expect(due(all, calls, [held(at('03-15'), 20)])).toEqual([[at('03-15'), 5, 0]])
    expect(unknown(all, calls, [held(at('03-15'), 20)])).toEqual([at('03-01')])
  })
  test('needs no balance for what its plan had left', () => {
    expect(unknown(all, [rows(at('03-01'), 5_000), rows(at('03-15'), 45_000)], [])).toEqual([])
    expect(unknown(all, [rows(at('03-01'), 5_000), rows(at('03-15'), 45_001)], [])).toEqual([at('03-15')])
  })
  test('is billed by what was stored, though jobs has another balance', () => {
    const stored = [split(at('03-01'), 100, 5_000, 100, 20)]
    expect(due(all, calls, [held(at('03-01'), 0, true), held(at('03-15'), 25)], [], stored)).toEqual([
      [at('03-01'), 20, 0],
    ])
  })
})

describe('a period whose first segments have no terms any more', () => {
  const stored = [split(at('03-15'), 0, 45_000, 0, 5)]
  test('owes what it owed when it was billed', () => {
    expect(due([pro, april], [rows(at('03-15'), 45_005)], [], [], stored)).toEqual([[at('03-15'), 5, 0]])
  })
  test('and is not billed of a call that is entered later', () => {
    const calls = [rows(at('03-15'), 45_006)]
    expect([due([pro, april], calls, [], [], stored), unknown([pro, april], calls, [], stored)]).toEqual([
      [],
      [at('03-15')],
    ])
  })
  test('nor of calls that were never split', () => {
    expect([due([pro, april], [rows(at('03-15'), 60_000)]), due([pro, april], [])]).toEqual([[], []])
    expect([unknown([pro, april], [rows(at('03-15'), 60_000)], none), unknown([pro, april], [], none)]).toEqual([
      [at('03-15')],
      [],
    ])
  })
})
