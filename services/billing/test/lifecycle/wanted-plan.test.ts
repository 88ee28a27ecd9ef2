import { standardPlans } from '@utter/contracts/plans'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wantedPlan } from '../../src/lifecycle/plans/wanted-plan.ts'
import { openCatalog } from '../../src/stripe/catalog/catalog.ts'
import { salesEmail } from '../support/open-billing.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

let paying: Paying
beforeEach(async () => {
  paying = await openPaying()
})
afterEach(() => paying[Symbol.asyncDispose]())

test.each([
  ['free', 'starter'],
  ['starter', 'creator'],
  ['creator', 'pro'],
] as const)('the next plan after %s is %s, by the prices as they were read', async (present, next) => {
  // Known prices are not read again.
  paying.payments.stripe.prices.list = (() => Promise.reject(new Error('no'))) as never
  const plan = { tier: next, priceId: paying.priceId(next) }
  expect(await wantedPlan(paying.payments, present, undefined, salesEmail)).toEqual(plan)
})

test.each([
  [salesEmail, [{ field: 'contact', message: salesEmail }]],
  [undefined, undefined],
])('above the highest plan there is a talk, by the address %s', async (email, details) => {
  for (const present of ['pro', 'enterprise'] as const)
    await expect(wantedPlan(paying.payments, present, undefined, email)).rejects.toMatchObject({
      code: 'contact_sales',
      details,
    })
})

test('prices that are unknown are read first, and a plan without one is unavailable', async () => {
  const { stripe } = paying.payments
  await using catalog = openCatalog(stripe, standardPlans, createLog('billing', 'silent'), () => Promise.resolve())
  const next = () => wantedPlan({ stripe, catalog }, 'free', undefined, undefined)
  expect(await next()).toMatchObject({ tier: 'starter' })
  await paying.stripe.prices.update(paying.priceId('starter'), { active: false })
  await catalog.load()
  await expect(next()).rejects.toMatchObject({ status: 503 })
})
