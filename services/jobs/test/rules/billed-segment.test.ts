import { describe, expect, test } from 'vitest'
import { billedIn, segmentAfter } from '../../src/domain/allowance/billed-segment.ts'

const at = (time: string) => new Date(`2026-${time}:00:00Z`)
const anchor = new Date('2026-01-15T09:00:00Z')
const state = (periodStart?: string, periodEnd?: string, segmentStart?: string) => ({
  ...(periodStart && periodEnd && { periodStart: `2026-${periodStart}:00:00Z`, periodEnd: `2026-${periodEnd}:00:00Z` }),
  ...(segmentStart && { segmentStart: `2026-${segmentStart}:00:00Z` }),
})
const month = ['04-20T12', '05-20T12'] as const

describe('the segment of a billing state', () => {
  test.each([
    ['of a period: its first', state(...month), '04-20T12', '05-20T12'],
    ['inside a period', state(...month, '05-02T10'), '05-02T10', '05-20T12'],
    ['of an earlier period: the first of this one', state(...month, '04-02T10'), '04-20T12', '05-20T12'],
    ['without a period: the month of the sign-up', state(), '04-15T09', '05-15T09'],
    ['of half a period: the same', { periodStart: '2026-04-20T12:00:00Z' }, '04-15T09', '05-15T09'],
  ])('%s', (_name, given, start, end) => {
    const billed = billedIn(given, anchor, at('05-05T08'))
    expect([billed.start, billed.month.end]).toEqual([at(start), at(end)])
  })

  const account = (period: string, periodEnd: string, monthStart?: string) => ({
    ...{ period: at(period), periodEnd: at(periodEnd) },
    ...(monthStart && { monthStart: at(monthStart) }),
  })
  const inMonth = account(...month)
  const inSegment = account('05-02T10', '05-20T12', '04-20T12')
  test.each([
    ['the same month goes on', inMonth, state(...month), undefined],
    ['the same segment goes on', inSegment, state(...month, '05-02T10'), undefined],
    ['an earlier segment of the month does not come back', inSegment, state(...month), undefined],
    [
      'a plan that changed inside the month',
      inMonth,
      state(...month, '05-02T10'),
      ['05-02T10', '05-20T12', '04-20T12'],
    ],
    ['and once more', inSegment, state(...month, '05-04T10'), ['05-04T10', '05-20T12', '04-20T12']],
    ['a later month', inSegment, state('05-20T12', '06-20T12'), ['05-20T12', '06-20T12', '05-20T12']],
    [
      'a segment of a later month',
      inMonth,
      state('05-20T12', '06-20T12', '05-21T08'),
      ['05-21T08', '06-20T12', '05-20T12'],
    ],
    [
      'an account of which nothing is known',
      account('01-01T00', '01-01T00'),
      state(),
      ['04-15T09', '05-15T09', '04-15T09'],
    ],
    [
      'another anchor inside the month',
      inMonth,
      state(undefined, undefined, '05-02T10'),
      ['05-02T10', '05-15T09', '04-20T12'],
    ],
    [
      'a plan that begins as the present month ends',
      inMonth,
      state(...month, '05-20T12'),
      ['05-20T12', '06-20T12', '05-20T12'],
    ],
    ['a clock that is ahead', inMonth, state(undefined, undefined, '07-01T10'), ['07-01T10', '08-01T10', '07-01T10']],
  ])('%s', (_name, present, given, expected) => {
    const [start, end, ofMonth] = expected ?? []
    const next = segmentAfter(present, billedIn(given, anchor, at('05-05T08')))
    expect(next).toEqual(expected && { start: at(start ?? ''), end: at(end ?? ''), month: at(ofMonth ?? '') })
  })
})
