import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { maxSpendingLimitOf } from '../../src/domain/spending-bound.ts'
import type { Subscription } from '../../src/domain/subscription.ts'

const paid = (dollars: number) => ({ paid: { cents: dollars * 100, at: new Date(0) } })

test.each<[string, TierName, Pick<Subscription, 'setBy' | 'paid' | 'trust'>, number | undefined]>([
  ['ten times the price after the first payment', 'starter', paid(39), 390],
  ['ten times the price of the present plan', 'pro', paid(39), 1_990],
  ['twice what a year has brought, once that is more', 'starter', paid(468), 936],
  ['no more than anybody’s', 'pro', paid(20_000), 10_000],
  ['what the operator grants', 'starter', { ...paid(39), trust: 5_000 }, 5_000],
  ['what was paid, if that is more than the operator grants', 'starter', { ...paid(39), trust: 100 }, 390],
  ['not known before a payment', 'starter', {}, undefined],
  ['what the operator grants, before a payment', 'starter', { trust: 100 }, 390],
  ['open where the operator has set the plan, since nothing is billed', 'pro', { setBy: 'operator' }, 10_000],
  ['none on a plan without overage', 'free', paid(39), undefined],
  ['none where calls are unlimited', 'enterprise', paid(5_000), undefined],
])('the highest spending limit is %s', (_name, tier, account, dollars) => {
  expect(maxSpendingLimitOf(account, planOf(standardPlans, tier))).toBe(dollars)
})
