import { planOf, type SubscriptionStatus, standardPlans, type TierName } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import {
  callLimitOf,
  callsUsed,
  limitsOf,
  limitsOfPlan,
  unlimitedCalls,
} from '../../src/domain/allowance/call-limits.ts'

const noBonus = { carriedCalls: 0, bonusEarned: 0, bonusSpent: 0 }

describe('the call limit', () => {
  test.each<[TierName, number]>([
    ['free', 100],
    // The price again: 39 / 0.04, 79 / 0.03, 199 / 0.025.
    ['starter', 5_975],
    ['creator', 17_633],
    ['pro', 57_960],
    ['enterprise', 1e12],
  ])('of %s is %i', (tier, calls) => {
    expect(callLimitOf({ ...limitsOfPlan(planOf(standardPlans, tier)), ...noBonus })).toBe(calls)
  })

  test.each<[TierName, SubscriptionStatus, number | undefined, number]>([
    ['starter', 'active', 0, 5_000],
    ['starter', 'active', 39_999, 5_999],
    ['starter', 'active', 40_000, 6_000],
    ['starter', 'canceled', undefined, 5_975],
    ['starter', 'past_due', undefined, 5_000],
    ['starter', 'past_due', 100_000, 5_000],
    ['free', 'active', 100_000, 100],
    ['enterprise', 'active', 0, 1e12],
  ])('of %s, %s, with a limit of %s thousandths is %i', (tier, status, spendingLimit, calls) => {
    const limits = limitsOfPlan(planOf(standardPlans, tier), { status, spendingLimit })
    expect(callLimitOf({ ...limits, ...noBonus })).toBe(calls)
  })

  test('has the bonus calls that earlier periods have left', () => {
    const limits = limitsOfPlan(planOf(standardPlans, 'free'))
    expect(callLimitOf({ ...limits, ...noBonus, bonusEarned: 350, bonusSpent: 20 })).toBe(430)
    expect(callLimitOf({ ...noBonus, planCalls: unlimitedCalls, overageCalls: 0, bonusEarned: 350 })).toBe(1e12)
  })

  test('of an account that was stored before its parts is its plan’s', () => {
    expect(limitsOf({ tier: 'starter' }, standardPlans)).toEqual({ planCalls: 5_000, overageCalls: 975, ...noBonus })
  })
})

test('unlimited calls are the plan’s, however many', () => {
  const plan = planOf(standardPlans, 'enterprise')
  const limits = { ...limitsOfPlan(plan), ...noBonus, bonusEarned: 50 }
  expect(callsUsed({ used: 1_000_000 }, limits, plan)).toEqual({ plan: 1_000_000, bonus: 0, overage: 0 })
})
