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
type Wanted = { keyId?: string; calls: number }
const codeOf = (...[allowance, wanted, monthlyCap]: [ReturnType<typeof left>, Wanted, number?]) =>
  spentOf({ plans: standardPlans }, allowance, wanted, { monthlyCap })?.code

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

describe('the last call before an address is verified can be taken, and none after it', () => {
  const withoutVerification = (used: number, calls: number, carriedCalls?: number) => {
    const allowance = { ...left('free', used), callLimit: 100, ...(carriedCalls !== undefined && { carriedCalls }) }
    return spentOf({ plans: standardPlans }, allowance, { calls }, { unverifiedLimit: 10 })?.code
  }
  test.each<[string, number, number, number | undefined, string | undefined]>([
    ['the tenth', 9, 1, undefined, undefined],
    ['the eleventh', 10, 1, undefined, 'email_not_verified'],
    ['several up to the tenth', 7, 3, 0, undefined],
    ['several past it', 7, 4, 0, 'email_not_verified'],
    ['the tenth with those of a deleted account of the mailbox', 2, 1, 7, undefined],
    ['the eleventh with those', 3, 1, 7, 'email_not_verified'],
  ])('%s', (_name, used, calls, carriedCalls, code) => {
    expect(withoutVerification(used, calls, carriedCalls)).toBe(code)
  })
  test('the account’s calls come before it, and it before those of a key', () => {
    const codesOf = (used: number) =>
      spentOf(
        { plans: standardPlans },
        left('free', used),
        { keyId: 'k1', calls: 1 },
        { unverifiedLimit: 5, monthlyCap: 4 },
      )
    expect([codesOf(10)?.code, codesOf(5)?.code, codesOf(4)?.code]).toEqual([
      'call_limit_reached',
      'email_not_verified',
      'key_limit_reached',
    ])
  })
})
