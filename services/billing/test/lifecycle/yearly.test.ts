import { monthsAfter } from '@utter/contracts/period'
import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Subscription } from '../../src/domain/subscription.ts'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
import { sweepSubscriptions } from '../../src/lifecycle/start-sweeps.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
const year = 39_000

let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const stateOf = async (identity: Identity) => (await paying.state(identity)) as Subscription
/** A subscription to the starter plan by the year, as finance makes one. */
async function subscriber() {
  const { id: product } = await paying.stripe.products.create({ name: 'A year of starter' })
  const recurring = { interval: 'year' as const }
  const metadata = { utter_tier: 'starter' }
  const price = await paying.stripe.prices.create({ product, currency: 'usd', unit_amount: year, recurring, metadata })
  const identity = newIdentity()
  await paying.checkout('starter', identity)
  const { stripeCustomerId: customer = '' } = await stateOf(identity)
  const card = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await paying.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } })
  const { id } = await paying.stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
  await paying.settle()
  return { identity, customer, id, start: (await stateOf(identity)).periodStart ?? new Date(0) }
}
/** The present month's end, which no event tells, and the hour of its invoice. */
async function passMonth(identity: Identity): Promise<void> {
  const end = ((await stateOf(identity)).periodEnd?.getTime() ?? 0) / 1_000
  for (const seconds of [60, 120, 4_000]) {
    await paying.sandbox.advance(end + seconds)
    await sweepSubscriptions(paying.stripeDeps)
    await paying.settle()
  }
}
const totals = async (customer: string) =>
  (await paying.stripe.invoices.list({ customer, limit: 100 })).data.map(({ total, status }) => [total, status])

test('each month of a year has the plan’s calls, and its overage is on an invoice of its own', async () => {
  const { identity, customer, start } = await subscriber()
  expect(await stateOf(identity)).toMatchObject({ tier: 'starter', periodEnd: monthsAfter(start, 1) })
  await paying.enter(identity, 5 + 3)
  await passMonth(identity)
  expect(await stateOf(identity)).toMatchObject({
    periodStart: monthsAfter(start, 1),
    periodEnd: monthsAfter(start, 2),
  })
  expect(await totals(customer)).toEqual([
    [12, 'paid'],
    [year, 'paid'],
  ])
  await paying.enter(identity, 5)
  await passMonth(identity)
  expect(await totals(customer)).toHaveLength(2)
  expect(await reconcile(paying.stripeDeps, await stateOf(identity))).toEqual([])
})

test('the overage of a year’s last month is on the invoice of the next year', async () => {
  const { identity, customer, start } = await subscriber()
  for (let month = 0; month < 11; month++) await passMonth(identity)
  expect(await stateOf(identity)).toMatchObject({
    periodStart: monthsAfter(start, 11),
    periodEnd: monthsAfter(start, 12),
  })
  await paying.enter(identity, 5 + 2)
  await passMonth(identity)
  expect((await totals(customer))[0]).toEqual([year + 8, 'paid'])
  expect(await stateOf(identity)).toMatchObject({ periodStart: monthsAfter(start, 12) })
  expect((await stateOf(identity)).terms).toHaveLength(13)
})

test('a year that is cancelled goes on by the month until it ends', async () => {
  const { identity, customer, id, start } = await subscriber()
  await paying.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await paying.settle()
  await paying.enter(identity, 5 + 1)
  for (let month = 0; month < 11; month++) await passMonth(identity)
  expect(await stateOf(identity)).toMatchObject({
    tier: 'starter',
    status: 'canceled',
    cancelAt: monthsAfter(start, 12),
  })
  await paying.enter(identity, 5 + 2)
  await passMonth(identity)
  expect(await stateOf(identity)).toMatchObject({ tier: 'free', status: 'active' })
  expect(await totals(customer)).toEqual([
    [8, 'paid'],
    [4, 'paid'],
    [year, 'paid'],
  ])
})
