import { describe, expect, test } from 'vitest'
import { itemDifferences, ledgerDifferences, type OwnItem, rowDifferences } from '../../src/domain/differences.ts'
import { hasEndedPeriod, type Terms } from '../../src/domain/subscription.ts'

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`)
const terms = (period: string, overagePrice: number | null = 40): Terms => ({
  period: at(period),
  segment: at(period),
  tier: 'starter',
  planCalls: 5_000,
  overagePrice,
})
const own = (more: Partial<OwnItem> = {}): OwnItem => ({
  key: 'k1',
  segment: at('03-01'),
  quantity: 7,
  isSent: true,
  ...more,
})
const kindsOf = (found: { kind: string }[]) => found.map(({ kind }) => kind)

describe('items beside Stripe’s', () => {
  test.each([
    ['the same one is right', own(), [{ id: 'ii_1', key: 'k1', quantity: 7 }], []],
    ['one that Stripe lacks is missing', own(), [], ['missing-item']],
    ['one that is still to be sent is not', own({ isSent: false }), [], []],
    ['another quantity is wrong', own(), [{ id: 'ii_1', key: 'k1', quantity: 8 }], ['wrong-quantity']],
    [
      'one of another key is not known',
      own(),
      [{ id: 'ii_2', key: 'k2', quantity: 7 }],
      ['missing-item', 'unknown-item'],
    ],
    [
      'two of a key are one too many',
      own(),
      ['ii_1', 'ii_2'].map((id) => ({ id, key: 'k1', quantity: 7 })),
      ['item-twice'],
    ],
  ])('%s', (_name, item, theirs, kinds) => {
    expect(kindsOf(itemDifferences([item], theirs))).toEqual(kinds)
  })
})

describe('the ledger beside what was billed', () => {
  test.each([
    [7, true, []],
    [8, true, ['not-billed']],
    [8, false, []],
    [6, true, ['billed-too-much']],
    [6, false, ['billed-too-much']],
  ])('%i calls past the plan where 7 are billed, over: %s', (overage, isOver, kinds) => {
    expect(kindsOf(ledgerDifferences([{ terms: terms('03-01'), overage, isOver }], [own()]))).toEqual(kinds)
  })
})

test('calls that are on no invoice are counted past those that are billed', () => {
  const [found] = ledgerDifferences([{ terms: terms('03-01'), overage: 9, isOver: true }], [own()])
  const start = terms('03-01').segment.toISOString()
  expect(found?.sentence).toBe(`2 calls past the limit of the starter plan from ${start} are on no invoice`)
})

test('rows of a paid plan stand in its segments', () => {
  const rows = (day: string) => [{ segment: at(day), calls: 1 }]
  expect(kindsOf(rowDifferences([terms('03-01')], rows('03-01')))).toEqual([])
  expect(kindsOf(rowDifferences([terms('03-01')], rows('03-02')))).toEqual(['row-without-terms'])
  expect(kindsOf(rowDifferences([terms('03-01')], rows('02-28')))).toEqual([])
  expect(kindsOf(rowDifferences([terms('03-01', null)], rows('03-02')))).toEqual([])
})

test('a period has ended once another began', () => {
  expect([{}, { terms: [terms('03-01')] }, { terms: [terms('03-01'), terms('04-01')] }].map(hasEndedPeriod)).toEqual([
    false,
    false,
    true,
  ])
})
