import { planOf, standardPlans } from '@utter/contracts/plans'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { limitsOfPlan, withCallLimit } from '../../src/domain/allowance/call-limits.ts'
import { firstDayOfSold, overageByDay, segmentsThatSold } from '../../src/domain/allowance/day-overage.ts'
import type { DayUsage } from '../../src/domain/allowance/usage.ts'
import { dayName, daysAfter } from '../../src/domain/allowance/usage-days.ts'

const starter = planOf(standardPlans, 'starter')
const monday = new Date('2026-03-16T00:00:00Z')
const end = new Date('2026-04-16T09:00:00Z')
const at = (days: number, hours = 0) => new Date(daysAfter(monday, days).getTime() + hours * 3_600_000)

/** An account on starter whose present segment began then. */
function account(period: Date, used: number, more: { past?: object[]; adjustment?: number } = {}) {
  const limits = withCallLimit({ ...limitsOfPlan(starter), carriedCalls: 0, bonusEarned: 0, bonusSpent: 0 })
  const made = newAllowance('a', starter, period, { start: period, end })
  return { ...made, ...limits, used, ...more } as typeof made & typeof limits
}
const pro = (period: Date, used: number, overage: number) => ({
  ...{ period, used, overage, adjustment: 0, planCalls: used - overage, balance: 0, bonus: 0, overagePrice: 25 },
})
const day = (days: number, segments: [Date, number][] | undefined, calls = 0): DayUsage => ({
  day: daysAfter(monday, days),
  rows: [{ keyId: null, voiceId: 'joe', calls }],
  ...(segments && { segments: segments.map(([period, ofIt]) => ({ period, calls: ofIt })) }),
})
const shown = (usage: DayUsage[], sold: ReturnType<typeof segmentsThatSold>) =>
  Object.fromEntries(
    [...overageByDay(usage, sold)].map(([ms, { calls, cost }]) => [dayName(new Date(ms)), [calls, cost]]),
  )

test('the calls of a segment that ended last are its overage, each at its price', () => {
  const start = at(0, 9)
  const sold = segmentsThatSold(account(start, 5_010), starter)
  const usage = [day(2, [[start, 4]]), day(0, [[start, 3_000]]), day(1, [[start, 2_006]])]
  expect(shown(usage, sold)).toEqual({ '2026-03-17': [6, 240], '2026-03-18': [4, 160] })
})

test('calls that have not ended yet are on no day', () => {
  const start = at(0, 9)
  const sold = segmentsThatSold(account(start, 5_010), starter)
  expect(shown([day(0, [[start, 5_003]])], sold)).toEqual({ '2026-03-16': [3, 120] })
})

test('calls that an operator has set came first', () => {
  const start = at(0, 9)
  const sold = segmentsThatSold(account(start, 5_010, { adjustment: 4_999 }), starter)
  expect(shown([day(0, [[start, 11]])], sold)).toEqual({ '2026-03-16': [10, 400] })
})

test('a day on which a plan changed has the overage of both, each at its own price', () => {
  const [first, second] = [at(0, 9), at(1, 15)]
  const sold = segmentsThatSold(account(second, 5_002, { past: [pro(first, 30, 20)] }), starter)
  const usage = [
    day(0, [[first, 12]]),
    day(1, [
      [second, 5_001],
      [first, 18],
    ]),
    day(2, [[second, 1]]),
  ]
  expect(shown(usage, sold)).toEqual({
    '2026-03-16': [2, 50],
    '2026-03-17': [19, 18 * 25 + 40],
    '2026-03-18': [1, 40],
  })
  // A sum of before does not tell segments apart: the calls of a day are those of the one in which it ended.
  const before = [day(0, undefined, 12), day(1, undefined, 5_001), day(2, undefined, 1)]
  expect(shown(before, sold)).toEqual({ '2026-03-16': [2, 50], '2026-03-17': [1, 40], '2026-03-18': [1, 40] })
})

test('an account that sold nothing has none, and its range is enough', () => {
  const sold = segmentsThatSold(account(at(0, 9), 5_000), starter)
  expect([sold, firstDayOfSold(sold, at(3))]).toEqual([[], at(3)])
})

test('which calls of a range were sold is told by all days of the segment that reaches into it', () => {
  const sold = segmentsThatSold(account(at(10, 15), 5_001, { past: [pro(at(0, 9), 30, 20)] }), starter)
  expect(firstDayOfSold(sold, at(4))).toEqual(monday)
  expect(firstDayOfSold(sold, at(10))).toEqual(monday)
  expect(firstDayOfSold(sold, at(12))).toEqual(at(10))
  expect(firstDayOfSold(sold, at(-5))).toEqual(at(-5))
})

test('over any days, the overage of all is that of the segment', () => {
  const start = at(0, 9)
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 30 }), fc.nat(3_000), (calls, missing) => {
      const used = 4_000 + missing + calls.reduce((sum, one) => sum + one, 0)
      const sold = segmentsThatSold(account(start, used, { adjustment: 4_000 + missing }), starter)
      const days = [
        ...overageByDay(
          calls.map((one, index) => day(index, [[start, one]])),
          sold,
        ).values(),
      ]
      const expected = Math.min(used - 4_000 - missing, Math.max(0, used - 5_000))
      expect(days.reduce((sum, one) => sum + one.calls, 0)).toBe(expected)
      expect(days.reduce((sum, one) => sum + one.cost, 0)).toBe(expected * 40)
    }),
  )
})
