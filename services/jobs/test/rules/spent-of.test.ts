import { type SubscriptionStatus, standardPlans, type TierName } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { spentOf } from '../../src/lifecycle/submit/take.ts'

const left = (tier: TierName, used: number, status: SubscriptionStatus = 'active') => ({
  used,
  callLimit: 10,
  keyCalls: { k1: 4 },
  tier,
  status,
})
const codeOf = (...[allowance, wanted, cap]: [ReturnType<typeof left>, { keyId?: string; calls: number }, number?]) =>
  spentOf({ plans: standardPlans }, allowance, wanted, cap)?.code

describe('the last call of an account can be taken, and none after it', () => {
  test.each<[TierName, SubscriptionStatus, string]>([
    ['free', 'active', 'call_limit_reached'],
    ['starter', 'active', 'spending_limit_reached'],
    ['starter', 'past_due', 'call_limit_reached'],
  ])('%s, %s: %s', (tier, status, code) => {
    expect(codeOf(left(tier, 9, status), { calls: 1 })).toBeUndefined()
    expect(codeOf(left(tier, 7, status), { calls: 3 })).toBeUndefined()
    expect(codeOf(left(tier, 10, status), { calls: 1 })).toBe(code)
    expect(codeOf(left(tier, 7, status), { calls: 4 })).toBe(code)
  })
})

describe('the last call of a key can be taken, and none after it', () => {
  test('of a key that has taken some', () => {
    expect(codeOf(left('free', 5), { keyId: 'k1', calls: 1 }, 5)).toBeUndefined()
    expect(codeOf(left('free', 5), { keyId: 'k1', calls: 2 }, 5)).toBe('key_limit_reached')
  })
  test('of a key that has taken none', () => {
    expect(codeOf(left('free', 5), { keyId: 'k2', calls: 5 }, 5)).toBeUndefined()
    expect(codeOf(left('free', 0), { keyId: 'k2', calls: 6 }, 5)).toBe('key_limit_reached')
  })
  test('the account’s calls come before those of its key', () => {
    expect(codeOf(left('free', 10), { keyId: 'k1', calls: 2 }, 5)).toBe('call_limit_reached')
  })
})
