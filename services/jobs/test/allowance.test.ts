import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { bucketsOver, callLimitOf, overageOf, recentTotals } from '../src/domain/allowance.ts'

const now = new Date('2026-03-20T12:00:00Z')

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

test('what is older than the two hours that are shown is over', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 11, 12, 13, 4_000].map((back) => [`b${bucket - back}`, { completed: 1, failed: 0 }]),
  )
  expect(bucketsOver(recent, now)).toEqual([`b${bucket - 13}`, `b${bucket - 4_000}`])
})

test('the totals of the last hour are those of its six buckets', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 5, 6, 11, 12].map((back) => [`b${bucket - back}`, { completed: 1, failed: back }]),
  )
  expect(recentTotals(recent, now, 0)).toEqual({ completed: 2, failed: 5 })
  expect(recentTotals(recent, now, 6)).toEqual({ completed: 2, failed: 17 })
})
