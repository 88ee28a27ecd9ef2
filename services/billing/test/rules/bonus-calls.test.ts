import { describe, expect, test } from 'vitest'
import { type BonusBooks, bonusDifferences } from '../../src/domain/bonus-calls.ts'
import type { Split, Terms } from '../../src/domain/subscription.ts'

const at = (month: number, day = 1) => new Date(Date.UTC(2026, month, day, 12))
const terms = (month: number, more: Partial<Terms> = {}): Terms => ({
  ...{ period: at(month), segment: at(month), tier: 'starter', planCalls: 5_000, overagePrice: 40 },
  ...more,
})
const row = (calls: number, month: number, day = 1) => ({ period: at(month), segment: at(month, day), calls })
const item = (quantity: number, month: number) => ({ quantity, segment: at(month) })
const split = (month: number, plan: number, bonus: number, more: Partial<Split> = {}): Split => ({
  ...{ segment: at(month), used: plan + bonus, bonusBalance: bonus, plan, bonus, overage: 0 },
  ...more,
})
/** As jobs has the present segment. */
const present = (bonusSpent: number | undefined, bonusBalance = 0) => ({
  ...{ start: at(13), bonusBalance, isPresent: true },
  ...(bonusSpent !== undefined && { bonusSpent }),
})
const kinds = (books: Partial<BonusBooks>) =>
  bonusDifferences({
    ...{ terms: [terms(0), terms(1)], rows: [], splits: [], held: [present(0)], items: [], freeCalls: 100 },
    ...books,
  }).map(({ kind, sentence }) => `${kind}: ${sentence}`)
const billed = (calls: number) => [
  `bonus-billed: ${calls} bonus calls that jobs counts are billed, or lack in the ledger`,
]

test('bonus calls that jobs has forgotten the segment of, and that were billed, are found', () => {
  const books = { rows: [row(5_105, 0)], held: [present(100)] }
  expect(kinds({ ...books, items: [item(5, 0)] })).toEqual([])
  expect(kinds({ ...books, items: [item(5, 0), item(100, 0)] })).toEqual(billed(100))
  expect(kinds({ ...books, items: [item(6, 0)] })).toEqual(billed(1))
})

test('nothing is compared while calls may still be returned', () => {
  const books = { rows: [row(5_100, 0)], items: [item(100, 0)] }
  expect([kinds({ ...books, held: [present(undefined)] }), kinds({ ...books, held: [] })]).toEqual([[], []])
})

test('calls of the present period may all be bonus calls', () => {
  expect(kinds({ rows: [row(5_030, 1)], held: [present(30)] })).toEqual([])
  expect(kinds({ rows: [row(5_030, 1)], held: [present(31)] })).toEqual(billed(1))
})

test('plan calls that a segment took leave fewer of them for the next of its month', () => {
  const pro = terms(0, { segment: at(0, 15), tier: 'pro', planCalls: 6_000 })
  const rows = [row(5_010, 0), row(1_020, 0, 15)]
  expect(kinds({ terms: [terms(0), pro, terms(1)], rows, held: [present(30)] })).toEqual([])
  expect(kinds({ terms: [terms(0), pro, terms(1)], rows, held: [present(31)] })).toEqual(billed(1))
  const unlimited = terms(0, { planCalls: -1, overagePrice: null })
  expect(kinds({ terms: [unlimited, terms(1)], rows: [row(7_000, 0)], held: [present(1)] })).toEqual(billed(1))
})

describe('before the first plan', () => {
  const rows = [row(130, -2), row(140, -1), row(5_000, 0)]
  test('calls past the free plan are bonus calls, and all of the first month may be', () => {
    expect([kinds({ rows, held: [present(170)] }), kinds({ rows, held: [present(171)] })]).toEqual([[], billed(1)])
  })
  test('they are those that jobs has taken off before, where it is known', () => {
    const held = (spent: number) => [
      { start: at(0), bonusBalance: 9, isPresent: false, bonusSpent: 60 },
      present(spent),
    ]
    const since = [row(5_009, 0)]
    expect([kinds({ rows: since, held: held(69) }), kinds({ rows: since, held: held(70) })]).toEqual([[], billed(1)])
    const splits = [split(0, 5_000, 9, { bonusSpent: 61 })]
    expect(kinds({ rows: since, splits, held: held(70) })).toEqual([])
  })
})

test('calls of a paid plan’s segment that only jobs knows may all be bonus calls, and free months have their plan', () => {
  const paid = [row(5_000, 0), row(90, 0, 20)]
  expect([kinds({ rows: paid, held: [present(90)] }), kinds({ rows: paid, held: [present(91)] })]).toEqual([
    [],
    billed(1),
  ])
  const ended = [terms(0), terms(1, { tier: 'free', planCalls: 100, overagePrice: null })]
  const held = (spent: number) => [{ start: at(0), bonusBalance: 0, isPresent: false, bonusSpent: 0 }, present(spent)]
  const rows = [row(5_000, 0), row(110, 1), row(120, 2)]
  expect([kinds({ terms: ended, rows, held: held(30) }), kinds({ terms: ended, rows, held: held(31) })]).toEqual([
    [],
    billed(1),
  ])
})

describe('once terms have made room', () => {
  const all = Array.from({ length: 24 }, (_, month) => terms(month))
  const rows = [row(5_010, 0)]
  test('only what was used since is compared, as far as it is known', () => {
    expect(kinds({ terms: all, rows, held: [present(99)] })).toEqual([])
    const splits = [split(0, 5_000, 10, { bonusSpent: 80 })]
    expect([
      kinds({ terms: all, rows, splits, held: [present(90)] }),
      kinds({ terms: all, rows, splits, held: [present(91)] }),
    ]).toEqual([[], billed(1)])
  })
  test('all calls of the rest of a month may be bonus calls', () => {
    const rest = [terms(0, { segment: at(0, 15) }), terms(1)]
    expect(kinds({ terms: rest, rows: [row(40, 0, 15)], held: [present(40)] })).toEqual([])
  })
})

describe('calls that were given as bonus calls', () => {
  const books = {
    rows: [row(5_105, 0)],
    items: [item(5, 0)],
    splits: [split(0, 5_000, 100, { used: 5_105, overage: 5 })],
  }
  test('are no more than were earned', () => {
    expect(kinds({ ...books, held: [present(0, 100)] })).toEqual([])
    expect(kinds({ ...books, held: [present(0, 99)] })).toEqual([
      'bonus-exceeded: 100 calls are not billed for being bonus calls, and 99 were earned',
    ])
  })
  test('are counted once their segment is billed', () => {
    const held = [present(0, 99)]
    expect(kinds({ ...books, held, items: [] })).toEqual([])
    expect(kinds({ ...books, held, splits: [] })).toEqual([])
    expect(kinds({ ...books, held, rows: [row(5_106, 0)] })).toEqual([])
  })
})
