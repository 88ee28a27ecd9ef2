import { planOf, standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { type CallLimits, callsUsed } from '../../src/domain/allowance/call-limits.ts'
import { monthFigures } from '../../src/domain/allowance/month-figures.ts'
import { recounted, takenIn } from '../../src/domain/allowance/past-segments.ts'
import { afterRecount, nextMonth, presentOf, rolled } from '../../src/domain/allowance/periods.ts'

const at = (day: string) => new Date(`2026-${day}T09:00:00Z`)
const [march, middle, april, may] = [at('03-01'), at('03-15'), at('04-01'), at('05-01')]
const plan = planOf(standardPlans, 'starter')
const limits: CallLimits = {
  planCalls: 5_000,
  carriedCalls: 0,
  overageCalls: 975,
  bonusEarned: 140,
  bonusSpent: 40,
}
/** All of the plan, 100 bonus calls, and 30 of overage at 40 thousandths. */
const account = {
  ...newAllowance('u', plan, march, { start: march, end: april }),
  used: 5_130,
  keyCalls: { k: 7 },
}
const ended = {
  tier: plan.name,
  period: march,
  adjustment: 0,
  planCalls: 5_000,
  carriedCalls: 0,
  balance: 100,
  overagePrice: 40,
  used: 5_130,
  bonus: 100,
  overage: 30,
}
const inApril = { start: april, end: may, month: april }
const inMarch = { start: middle, end: april, month: march }

describe('a segment that follows', () => {
  test('in another month begins with all calls of the plan; bonus calls that were used are gone', () => {
    expect(rolled(account, limits, plan, inApril)).toStrictEqual({
      period: april,
      monthStart: april,
      periodEnd: may,
      used: 0,
      adjustment: 0,
      keyCalls: {},
      planCalls: 5_000,
      carriedCalls: 0,
      overageCalls: 975,
      bonusEarned: 140,
      bonusSpent: 140,
      callLimit: 5_975,
      past: [ended],
    })
  })
  test('in the same month has what its plan has left, and the calls of each key go on', () => {
    const next = rolled(account, limits, plan, inMarch)
    expect(next).toMatchObject({ period: middle, monthStart: march, carriedCalls: 5_000, callLimit: 975 })
    expect(next).not.toHaveProperty('keyCalls')
    expect(rolled(account, { ...limits, carriedCalls: 20 }, plan, inMarch)).toMatchObject({ carriedCalls: 5_000 })
  })
  test('of a later part of a month stands in the past with that month', () => {
    expect(rolled({ ...account, monthStart: march }, limits, plan, inApril).past).toStrictEqual([ended])
    const second = { ...account, period: middle, monthStart: march, past: [ended] }
    expect(rolled(second, limits, plan, inApril).past).toStrictEqual([
      ended,
      { ...ended, period: middle, month: march },
    ])
  })
  test.each([
    [0, 0, false],
    [1, 0, true],
    [0, 5, true],
    [3, 3, true],
  ])('one that used %i calls, %i of them no job’s, is kept: %s', (used, adjustment, isKept) => {
    const next = rolled({ ...account, used, adjustment, past: [] }, limits, plan, inApril)
    expect(next.past?.length).toBe(isKept ? 1 : undefined)
    expect('past' in next).toBe(isKept)
  })
  test('sells no overage of a plan that has none', () => {
    const free = rolled(account, { ...limits, planCalls: 100 }, planOf(standardPlans, 'free'), inApril)
    expect(free.past).toMatchObject([{ overagePrice: 0, overage: 0, bonus: 100 }])
    const unsold = rolled(account, limits, { ...plan, overageEnabled: false }, inApril)
    expect(unsold.past).toMatchObject([{ overagePrice: 0, overage: 0, bonus: 100 }])
  })
  test('has all overage again where the month before cost some, and as much as before where it did not', () => {
    const less = { ...limits, overageCalls: 945 }
    const second = { ...account, period: middle, monthStart: march, past: [{ ...ended, month: march }] }
    expect(rolled(second, less, plan, inApril)).toMatchObject({ overageCalls: 975 })
    expect(rolled(second, less, plan, { ...inMarch, start: at('03-20') })).toMatchObject({ overageCalls: 945 })
    expect(rolled(account, less, plan, inApril)).toMatchObject({ overageCalls: 945 })
  })

  describe('beyond the latest 24', () => {
    /** Segments that end in March, before the present one. */
    const past = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, day) => ({
        ...{ ...ended, period: new Date(march.getTime() + day * 3_600_000), month: march, isClosed: true },
        ...more,
      }))
    const present = { ...account, period: middle, monthStart: march }
    const kept = (list: object[], next = inApril) =>
      rolled({ ...present, past: list as typeof account.past & object[] }, limits, plan, next).past?.length

    test('the oldest make room, once nothing of them can change', () => {
      expect(kept(past(23))).toBe(24)
      expect(kept(past(24))).toBe(24)
      expect(kept(past(30))).toBe(24)
      expect(kept([...past(1), ...past(29, { isClosed: false })])).toBe(30)
      // In their order, since each was used after those before it.
      expect(kept([...past(1, { isClosed: false }), ...past(29)])).toBe(31)
    })
    test('all of the present month stay: its caps and its spending limit count them', () => {
      expect(kept(past(30), { ...inMarch, start: at('03-20') })).toBe(31)
      const earlier = past(3, { month: at('02-01') })
      expect(kept([...earlier, ...past(23)], { ...inMarch, start: at('03-20') })).toBe(24)
    })
  })
})

test('the next month counts from the anchor, else from the sign-up, and begins when the last one is over', () => {
  expect(nextMonth({ anchor: march, periodEnd: march }, at('01-20'), middle)).toEqual({
    start: march,
    end: april,
    month: march,
  })
  expect(nextMonth({ periodEnd: at('01-20') }, at('01-20'), middle)).toMatchObject({ start: at('02-20') })
  expect(nextMonth({ anchor: march, periodEnd: at('03-03') }, march, middle)).toMatchObject({
    start: at('03-03'),
    month: at('03-03'),
  })
})

test('an account is in its period until the end, and in the next from then on', () => {
  const present = (now: Date) => presentOf(account, limits, plan, march, now)
  expect(present(new Date(april.getTime() - 1))).toMatchObject({ period: march, used: 5_130, bonusSpent: 40 })
  expect(present(april)).toMatchObject({ period: april, used: 0, bonusSpent: 140 })
})

describe('a recount', () => {
  const second = {
    ...ended,
    period: middle,
    month: march,
    carriedCalls: 5_000,
    balance: 0,
    used: 10,
    bonus: 0,
    overage: 10,
  }
  test('gives what a segment did not use to the later ones of its month, and to no other', () => {
    const counts = [
      { used: 4_996, keyCalls: { k: 3 }, isOpen: false },
      { used: 10, keyCalls: {}, isOpen: true },
    ]
    expect(recounted([ended, second, { ...ended, period: april }], counts)).toEqual([
      { ...ended, used: 4_996, bonus: 0, overage: 0, keyCalls: { k: 3 }, isClosed: true },
      { ...second, carriedCalls: 4_996, overage: 6, keyCalls: {}, isClosed: false },
      { ...ended, period: april, isClosed: true },
    ])
  })
  test('of one that was stored with bonus calls alone counts from nothing', () => {
    const old = { period: march, adjustment: 0, planCalls: 100, balance: 5, bonus: 2 }
    expect(recounted([old], [])).toMatchObject([{ used: 0, bonus: 0, overage: 0, carriedCalls: 0 }])
  })
  test('returns bonus calls, calls of the plan, and what overage may cost', () => {
    const past = [{ ...ended, used: 4_990, bonus: 0, overage: 0 }]
    const before = { ...account, period: middle, monthStart: march, past: [ended] }
    const held = { ...limits, bonusSpent: 140, carriedCalls: 5_000, overageCalls: 945 }
    expect(afterRecount(before, held, plan, past)).toEqual({
      ...limits,
      bonusSpent: 40,
      carriedCalls: 4_990,
      overageCalls: 975,
      callLimit: 10 + 100 + 975,
    })
    expect(afterRecount(before, held, plan, [ended])).toMatchObject({ bonusSpent: 140, overageCalls: 945 })
    const own = { ...held, overageCalls: 900 }
    expect(afterRecount(before, own, plan, [ended])).toMatchObject({ overageCalls: 900 })
    const dearer = [{ ...ended, used: 5_150, overage: 50 }]
    expect(afterRecount(before, held, plan, dearer)).toMatchObject({ carriedCalls: 5_000, overageCalls: 925 })
  })
})

test('a month has the calls of its segments, each at its own price', () => {
  const past = [
    { ...ended, keyCalls: { k: 3, l: 1 } },
    { ...ended, period: middle, month: march, overagePrice: 25, keyCalls: { k: 4 } },
    { ...ended, period: at('02-01') },
  ]
  expect(takenIn(march, past)).toEqual({
    plan: 10_000,
    bonus: 200,
    overage: 60,
    cost: 30 * 40 + 30 * 25,
    keyCalls: { k: 7, l: 1 },
  })
  const present = {
    ...account,
    ...limits,
    bonusSpent: 140,
    carriedCalls: 5_000,
    used: 7,
    period: middle,
    monthStart: march,
  }
  expect(monthFigures({ ...present, past: [ended] }, plan)).toEqual({
    month: march,
    included: 5_000,
    used: 5_007,
    taken: 5_137,
    bonus: 0,
    overage: 37,
    overageCost: '1.48',
  })
})

test('calls beyond those that the month has left are bonus calls, then overage', () => {
  expect(callsUsed({ used: 130 }, { ...limits, carriedCalls: 4_980 }, plan)).toEqual({
    plan: 20,
    bonus: 100,
    overage: 10,
  })
})
