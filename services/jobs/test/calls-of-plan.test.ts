import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { callLimitOf, overageOf } from '../src/domain/calls-of-plan.ts'

describe('a plan', () => {
  test.each<[TierName, number]>([
    ['free', 100],
    // The price again: 39 / 0.04, 79 / 0.03, 199 / 0.025.
    ['starter', 5_975],
    ['creator', 17_633],
    ['pro', 57_960],
    ['enterprise', 1e12],
  ])('%s allows %i calls', (tier, calls) => {
    expect(callLimitOf(planOf(standardPlans, tier))).toBe(calls)
  })
  test.each<[TierName, number, number, string]>([
    ['free', 100, 0, '0.00'],
    ['starter', 5_000, 0, '0.00'],
    ['starter', 5_001, 1, '0.04'],
    ['starter', 5_975, 975, '39.00'],
    ['creator', 15_001, 1, '0.03'],
    ['pro', 50_001, 1, '0.03'],
    ['pro', 50_002, 2, '0.05'],
    ['pro', 50_003, 3, '0.08'],
    ['enterprise', 1_000_000, 0, '0.00'],
  ])('%s with %i used has %i past its own, for $%s', (tier, used, calls, cost) => {
    expect(overageOf(planOf(standardPlans, tier), used)).toEqual({ calls, cost })
  })
})
