import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Subscription } from '../../src/domain/subscription.ts'
import { creditByOperator, refundByOperator } from '../../src/lifecycle/bills/adjust.ts'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))

let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const stateOf = async (identity: Identity) => (await paying.state(identity)) as Subscription
/** A subscription to the starter plan that finance has made by hand, on a price in this currency. */
async function agreed(currency: string, unit_amount: number, metadata: Record<string, string> = {}) {
  const { id: product } = await paying.stripe.products.create({ name: 'As agreed' })
  const recurring = { interval: 'month' as const }
  const price = await paying.stripe.prices.create({
    ...{ product, currency, unit_amount, recurring },
    metadata: { utter_tier: 'starter', ...metadata },
  })
  const identity = newIdentity()
  await paying.checkout('starter', identity)
  const { stripeCustomerId: customer = '' } = await stateOf(identity)
  const card = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await paying.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } })
  await paying.stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
  await paying.settle()
  return { identity, customer, price: price.id }
}
async function passPeriod(identity: Identity): Promise<void> {
  await paying.sandbox.advance(((await stateOf(identity)).periodEnd?.getTime() ?? 0) / 1_000 + 3_700)
  await paying.settle()
}
const totals = async (customer: string) =>
  (await paying.stripe.invoices.list({ customer })).data.map(({ total, currency }) => [total, currency])
const differences = async (identity: Identity) => reconcile(paying.stripeDeps, await stateOf(identity))

test.each([
  ['eur', 3_900, '0.035', 25],
  // Without hundredths.
  ['jpy', 5_800, '5.5', 39],
])(
  'overage of a price in %s is billed in it, at the price that its metadata name',
  async (currency, plan, overage, amount) => {
    const { identity, customer } = await agreed(currency, plan, { utter_overage: overage })
    await paying.enter(identity, 5 + 7)
    await passPeriod(identity)
    expect(await totals(customer)).toEqual([
      [plan + amount, currency],
      [plan, currency],
    ])
    expect(await differences(identity)).toEqual([])
    // The end of it, by an invoice of its own.
    await paying.enter(identity, 5 + 2)
    await paying.stripe.subscriptions.cancel((await stateOf(identity)).stripeSubscriptionId ?? '')
    await paying.sandbox.advance(paying.sandbox.now() + 60)
    await paying.settle()
    expect((await totals(customer))[0]).toEqual([currency === 'eur' ? 7 : 11, currency])
    expect(await differences(identity)).toEqual([])
  },
)

test.each([undefined, 'four cents', '0.0345', '0', '-1'])(
  'overage is not billed where they name %s, which is a difference',
  async (overage) => {
    const { identity, customer } = await agreed('eur', 3_900, overage === undefined ? {} : { utter_overage: overage })
    await paying.enter(identity, 5 + 7)
    await passPeriod(identity)
    expect(await totals(customer)).toEqual([
      [3_900, 'eur'],
      [3_900, 'eur'],
    ])
    const found = await differences(identity)
    expect(found.map(({ kind }) => kind)).toEqual(['unknown-price'])
    expect(found[0]?.sentence).toMatch(/is in eur and names none for overage/)
  },
)

test('a price that is named later holds for the period that goes on', async () => {
  const { identity, customer, price } = await agreed('eur', 3_900)
  await paying.enter(identity, 5 + 2)
  await paying.stripe.prices.update(price, { metadata: { utter_tier: 'starter', utter_overage: '0.05' } })
  await refresh(paying.stripeDeps, identity.userId)
  await passPeriod(identity)
  expect((await totals(customer))[0]).toEqual([3_910, 'eur'])
})

test('nothing is billed in between, since steps are in dollars', async () => {
  const { identity, customer } = await agreed('eur', 3_900, { utter_overage: '1' })
  await paying.enter(identity, 5 + 7)
  const { periodStart = new Date(0) } = await stateOf(identity)
  const row = { _id: 'j', userId: identity.userId, period: periodStart, completedAt: periodStart }
  await paying.billing.subscriptions.billRow(row, new Date(0))
  await paying.settle()
  expect(await totals(customer)).toEqual([[3_900, 'eur']])
  expect(await stateOf(identity)).not.toHaveProperty('interimDueAt')
})

test('a part of an invoice is refunded, and a credit given, in its smallest unit', async () => {
  const { identity, customer } = await agreed('jpy', 5_800, { utter_overage: '5.5' })
  const about = { currency: 'jpy', reason: 'an outage', by: 'ada' }
  const refund = await refundByOperator(paying.stripeDeps, identity.userId, { ...about, cents: 800, cancels: false })
  const credit = await creditByOperator(paying.stripeDeps, identity.userId, { ...about, cents: 500 })
  expect([refund, credit].map(({ adjustment }) => [adjustment.cents, adjustment.currency])).toEqual([
    [800, 'jpy'],
    [500, 'jpy'],
  ])
  await passPeriod(identity)
  const { data } = await paying.stripe.charges.list({ customer })
  expect(data.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([
    [5_300, 0],
    [5_800, 800],
  ])
})
