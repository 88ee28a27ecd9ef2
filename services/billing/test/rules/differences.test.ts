import { describe, expect, test } from 'vitest'
import { itemDifferences, ledgerDifferences, type OwnItem, rowDifferences } from '../../src/domain/differences.ts'
import type { Segment } from '../../src/domain/overage-due.ts'
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
const segment = (overage: number, isOver = true): Segment => ({
  ...{ terms: terms('03-01'), used: 5_000 + overage, isOver },
  calls: { plan: 5_000, bonus: 0, overage },
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
    expect(kindsOf(ledgerDifferences([segment(overage, isOver)], [own()]))).toEqual(kinds)
  })
})

test('calls that are on no invoice are counted past those that are billed', () => {
  const [found] = ledgerDifferences([segment(9)], [own()])
  const start = terms('03-01').segment.toISOString()
  expect(found?.sentence).toBe(`2 calls past the limit of the starter plan from ${start} are on no invoice`)
})

describe('a segment whose split is not known', () => {
  const unknown = (more: Partial<Segment> = {}): Segment => ({ ...segment(7), calls: undefined, ...more })
  test('is a difference of its own, whatever is billed of it', () => {
    const [found, ...more] = ledgerDifferences([unknown()], [own({ quantity: 3 })])
    expect([found, more]).toEqual([
      {
        kind: 'unknown-segment',
        sentence:
          'It is not known which of 5007 calls of the starter plan from 2026-03-01T12:00:00.000Z are bonus calls, so nothing more is billed of them',
      },
      [],
    ])
  })
  test.each<[string, Partial<Segment>]>([
    ['that is not over', { isOver: false }],
    ['of a plan without overage', { terms: terms('03-01', null) }],
  ])('%s is none', (_name, more) => {
    expect(ledgerDifferences([unknown(more)], [])).toEqual([])
  })
})

test('rows of a paid plan stand in its segments', () => {
  const rows = (day: string) => [{ segment: at(day), calls: 1 }]
  expect(kindsOf(rowDifferences({ terms: [terms('03-01')] }, rows('03-01')))).toEqual([])
  expect(kindsOf(rowDifferences({ terms: [terms('03-01')] }, rows('03-02')))).toEqual(['row-without-terms'])
  expect(kindsOf(rowDifferences({ terms: [terms('03-01')] }, rows('02-28')))).toEqual([])
  expect(kindsOf(rowDifferences({ terms: [terms('03-01', null)] }, rows('03-02')))).toEqual([])
})

test('rows that came when the terms of their segment had made room are told', () => {
  expect(rowDifferences({ terms: [terms('03-01')], unbilledSegment: at('01-01') }, [])).toEqual([
    {
      kind: 'row-without-terms',
      sentence: 'Calls came for a segment from 2026-01-01T12:00:00.000Z when its terms were not kept any more',
    },
  ])
})

test('a period has ended once another began', () => {
  expect([{}, { terms: [terms('03-01')] }, { terms: [terms('03-01'), terms('04-01')] }].map(hasEndedPeriod)).toEqual([
    false,
    false,
    true,
  ])
})
