import { type Plan, planOf, standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { limitsOf } from '../../src/domain/allowance/call-limits.ts'
import { usageNotices } from '../../src/domain/allowance/usage-notices.ts'

const start = new Date('2026-03-01T00:00:00.000Z')
const end = new Date('2026-04-01T00:00:00.000Z')

function told(tier: Plan['name'], used: number, more: { spendingLimit?: number; bonusEarned?: number } = {}) {
  const plan = planOf(standardPlans, tier)
  const allowance = { ...newAllowance('u', plan, start, { start, end }), used, ...more }
  return usageNotices({ ...allowance, ...limitsOf(allowance, standardPlans) }, plan)
}
const kinds = (notices: ReturnType<typeof told>) =>
  notices.map(({ notice }) => ('percent' in notice ? `${notice.kind} ${notice.percent}` : notice.kind))

describe('of the calls of a month', () => {
  test.each([
    [79, []],
    [80, ['calls-used 80']],
    [99, ['calls-used 80']],
    [100, ['calls-used 100']],
  ])('the free plan’s owner hears after %d of 100: %j', (used, expected) => {
    expect(kinds(told('free', used))).toEqual(expected)
  })

  test('the bonus counts as calls of his own', () => {
    expect(kinds(told('free', 100, { bonusEarned: 50 }))).toEqual([])
    expect(told('free', 120, { bonusEarned: 50 })).toEqual([
      {
        cause: 'calls-used 2026-03-01T00:00:00.000Z 80 of 150',
        notice: { kind: 'calls-used', percent: 80, used: 120, limit: 150 },
      },
    ])
  })

  test('a plan without a limit has no step', () => {
    expect(told('enterprise', 1_000_000)).toEqual([])
  })
})

describe('of the limit on overage', () => {
  // Starter: 5,000 calls, a call past them is 4 cents.
  test.each([
    [5_000, ['calls-used 100']],
    [5_124, ['calls-used 100']],
    [5_125, ['calls-used 100', 'spending-reached 50']],
    [5_200, ['calls-used 100', 'spending-reached 80']],
    [5_250, ['calls-used 100', 'spending-reached 100']],
  ])('of 10 dollars the owner hears after %d calls: %j', (used, expected) => {
    expect(kinds(told('starter', used, { spendingLimit: 10_000 }))).toEqual(expected)
  })

  test('the limit is reached when what is left of it pays for no call', () => {
    expect(kinds(told('starter', 5_002, { spendingLimit: 110 }))).toEqual(['calls-used 100', 'spending-reached 100'])
  })

  test('the sums are dollars', () => {
    const [, spending] = told('starter', 5_125, { spendingLimit: 10_000 })
    expect(spending?.notice).toEqual({ kind: 'spending-reached', percent: 50, spent: 5, limit: 10 })
  })
})
