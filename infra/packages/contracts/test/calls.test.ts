import { describe, expect, test } from 'vitest'
import { overageCallsFor, overageCostOf, sellsOverage, splitCalls, splitSegments } from '../src/calls.ts'
import { planOf, standardPlans, type TierName } from '../src/plans.ts'

const plan = (tier: TierName) => planOf(standardPlans, tier)

describe('the calls of a period', () => {
  test.each<[number, number, number, boolean, [number, number, number]]>([
    [0, 100, 50, false, [0, 0, 0]],
    [100, 100, 50, false, [100, 0, 0]],
    [101, 100, 50, false, [100, 1, 0]],
    [150, 100, 50, false, [100, 50, 0]],
    // More than a lowered plan has: what it does not sell is no overage.
    [160, 100, 50, false, [110, 50, 0]],
    [160, 100, 50, true, [100, 50, 10]],
    [160, 100, 0, true, [100, 0, 60]],
    [160, -1, 50, false, [160, 0, 0]],
    [160, 0, 0, true, [0, 0, 160]],
  ])(
    '%i of %i and %i bonus calls, overage %s',
    (used, planCalls, bonusBalance, overageAllowed, [ofPlan, bonus, overage]) => {
      expect(splitCalls(used, { planCalls, bonusBalance, overageAllowed })).toEqual({ plan: ofPlan, bonus, overage })
    },
  )

  test('are always as many as were used, and one call fewer takes back the latest kind', () => {
    const sold = { planCalls: 7, bonusBalance: 3, overageAllowed: true }
    for (let used = 1; used < 20; used++) {
      const [now, before] = [splitCalls(used, sold), splitCalls(used - 1, sold)]
      expect(now.plan + now.bonus + now.overage).toBe(used)
      const kind = used <= 7 ? 'plan' : used <= 10 ? 'bonus' : 'overage'
      expect(now).toEqual({ ...before, [kind]: before[kind] + 1 })
    }
  })
})

describe('a plan that changes inside a period', () => {
  const segment = (used: number, planCalls: number, bonusBalance = 0, overageAllowed = true) => ({
    used,
    planCalls,
    bonusBalance,
    overageAllowed,
  })
  const kinds = (...segments: Parameters<typeof splitSegments>[0]) =>
    splitSegments(segments).map(({ plan, bonus, overage }) => [plan, bonus, overage])

  test('bills what was overage in its own segment, and it weighs no more', () => {
    expect(kinds(segment(5_300, 5_000), segment(45_000, 50_000))).toEqual([
      [5_000, 0, 300],
      [45_000, 0, 0],
    ])
    expect(kinds(segment(5_300, 5_000), segment(45_001, 50_000))[1]).toEqual([45_000, 0, 1])
  })

  test('leaves bonus calls spent that were spent', () => {
    expect(kinds(segment(5_080, 5_000, 100), segment(45_030, 50_000, 20))).toEqual([
      [5_000, 80, 0],
      [45_000, 20, 10],
    ])
  })

  test('has nothing left on a lower plan, and what was paid on the higher one is not paid again', () => {
    expect(kinds(segment(7_000, 15_000), segment(3, 5_000), segment(2, 100, 0, false))).toEqual([
      [7_000, 0, 0],
      [0, 0, 3],
      [2, 0, 0],
    ])
  })

  test('never weighs on a plan without a limit', () => {
    expect(kinds(segment(200, 100, 100), segment(9, -1), segment(1, 300))).toEqual([
      [100, 100, 0],
      [9, 0, 0],
      [1, 0, 0],
    ])
  })
})

describe('overage', () => {
  test.each<[TierName, number | null, number]>([
    ['starter', null, 975],
    ['starter', 0, 0],
    ['starter', 39, 0],
    ['starter', 40, 1],
    ['starter', 10_000_000, 250_000],
    ['creator', null, 2_633],
    ['creator', 100_000, 3_333],
    ['pro', null, 7_960],
    ['pro', 1_000, 40],
    ['free', 100_000, 0],
    ['enterprise', 100_000, 0],
  ])('of %s for %s thousandths of a dollar is %i calls', (tier, limit, calls) => {
    expect(overageCallsFor(plan(tier), limit)).toBe(calls)
  })

  test.each<[TierName, number, string]>([
    ['starter', 0, '0.00'],
    ['starter', 1, '0.04'],
    ['starter', 975, '39.00'],
    ['creator', 1, '0.03'],
    ['pro', 1, '0.03'],
    ['pro', 2, '0.05'],
    ['pro', 3, '0.08'],
    ['enterprise', 1_000, '0.00'],
  ])('of %s costs for %i calls $%s', (tier, calls, cost) => {
    expect(overageCostOf(plan(tier), calls)).toBe(cost)
  })

  test('is not sold while an invoice is unpaid, nor on a plan without it', () => {
    expect(sellsOverage(plan('pro'), 'active')).toBe(true)
    expect(sellsOverage(plan('pro'), 'past_due')).toBe(false)
    expect(sellsOverage(plan('free'))).toBe(false)
    expect(sellsOverage(plan('enterprise'))).toBe(false)
  })
})
