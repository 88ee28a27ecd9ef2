import { monthsAfter } from '@utter/contracts/period'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { register } from 'prom-client'
import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

type Identity = ReturnType<typeof newIdentity>
type Made = { price?: Record<string, string>; product?: Record<string, string>; cents?: number }
/** A price as finance makes one in Stripe's Dashboard. */
async function priceByHand(
  { price = {}, product = {}, cents = 5_900 }: Made = {},
  interval: 'month' | 'year' = 'month',
) {
  const { id } = await paying.stripe.products.create({ name: 'As agreed', metadata: product })
  const fields = { product: id, currency: 'usd', unit_amount: cents, recurring: { interval }, metadata: price }
  return paying.stripe.prices.create(fields)
}
async function moveTo(identity: Identity, price: Stripe.Price): Promise<void> {
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  const item = (await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)).items.data[0]
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { items: [{ id: item?.id ?? '', price: price.id }] })
  await paying.settle()
}
const unknownPrices = async () =>
  /"unknown-price"} (\d+)/.exec(await register.getSingleMetricAsString('billing_subscription_problems_total'))?.[1] ?? 0
const kindsOf = async (identity: Identity) => {
  const account = await paying.state(identity)
  return account && (await reconcile(paying.stripeDeps, account)).map(({ kind }) => kind)
}
/** A customer with a card, whose account has no subscription. */
async function customerOf(identity: Identity): Promise<string> {
  await paying.checkout('starter', identity)
  const customer = (await paying.state(identity))?.stripeCustomerId ?? ''
  const card = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await paying.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } })
  return customer
}
async function sellByHand(identity: Identity, price: Stripe.Price, metadata: Record<string, string> = {}) {
  const customer = await customerOf(identity)
  const made = await paying.stripe.subscriptions.create({ customer, items: [{ price: price.id }], metadata })
  await paying.settle()
  return made
}
const checkout = (identity: Identity) =>
  paying.post('/api/stripe/create-checkout-session', identity, { priceId: paying.priceId('pro') })
const subscribed = problem(409, 'You already have a subscription', 'already_subscribed')

describe('a subscription on a price whose plan nobody has said', () => {
  test('keeps its plan, status and period, is counted, and no second one is sold', async () => {
    const identity = await paying.subscriber('creator')
    const before = await paying.state(identity)
    const counted = await unknownPrices()
    await moveTo(identity, await priceByHand())
    const { stripeSubscriptionId, periodStart, periodEnd } = before ?? {}
    expect(await paying.state(identity)).toMatchObject({
      tier: 'creator',
      status: 'active',
      stripeSubscriptionId,
      periodStart,
      periodEnd,
    })
    expect(Number(await unknownPrices())).toBeGreaterThan(Number(counted ?? 0))
    expect(await kindsOf(identity)).toEqual(['unknown-price'])
    expect(await checkout(identity)).toMatchObject(subscribed)
  })

  test('has the plan as soon as it is said', async () => {
    const identity = await paying.subscriber('creator')
    const price = await priceByHand()
    await moveTo(identity, price)
    await paying.stripe.prices.update(price.id, { metadata: { utter_tier: 'pro' } })
    expect(await refresh(paying.stripeDeps, identity.userId)).toMatchObject({ tier: 'pro' })
    expect(await kindsOf(identity)).toEqual([])
  })

  test('follows Stripe’s status: its end is the free plan', async () => {
    const identity = await paying.subscriber('creator')
    await moveTo(identity, await priceByHand())
    const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
    await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
    await paying.settle()
    expect(await paying.state(identity)).toMatchObject({ tier: 'creator', status: 'canceled' })
    await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
    await paying.settle()
    expect(await paying.state(identity)).toMatchObject({ tier: 'free', status: 'active' })
  })

  test('that was made by hand for a free account is its one subscription', async () => {
    const identity = newIdentity()
    const { id } = await sellByHand(identity, await priceByHand())
    expect(await paying.state(identity)).toMatchObject({ tier: 'free', stripeSubscriptionId: id })
    expect(await checkout(identity)).toMatchObject(subscribed)
  })

  test('is changed by a talk alone', async () => {
    const identity = await paying.subscriber('starter')
    await moveTo(identity, await priceByHand())
    const answer = await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('pro') })
    expect(answer).toMatchObject(problem(409, 'Contact sales', 'contact_sales'))
  })
})

describe('the plan of a price that was made by hand', () => {
  test.each<[string, string, Made, 'month' | 'year']>([
    ['is the one that it says', 'pro', { price: { utter_tier: 'pro' } }, 'month'],
    ['may be said as the set-up does', 'pro', { price: { tier: 'pro' } }, 'month'],
    ['may be said by its product', 'pro', { product: { utter_tier: 'pro' } }, 'month'],
    ['may be said by its product as the set-up does', 'pro', { product: { tier: 'pro' } }, 'month'],
    [
      'is the price’s own before the product’s',
      'pro',
      { price: { tier: 'pro' }, product: { utter_tier: 'starter' } },
      'month',
    ],
    ['may be said in capitals', 'pro', { price: { utter_tier: ' Pro ' } }, 'month'],
    ['may be enterprise', 'enterprise', { price: { utter_tier: 'enterprise' }, cents: 200_000 }, 'month'],
    ['may be paid by the year', 'pro', { price: { utter_tier: 'pro' }, cents: 199_000 }, 'year'],
    [
      'is no guess where its word is none',
      'starter',
      { price: { utter_tier: 'por' }, product: { tier: 'pro' } },
      'month',
    ],
    ['is not the free one', 'starter', { price: { utter_tier: 'free' } }, 'month'],
  ])('%s', async (_name, tier, made, interval) => {
    const identity = await paying.subscriber('starter')
    await moveTo(identity, await priceByHand(made, interval))
    expect(await paying.state(identity)).toMatchObject({ tier, status: 'active' })
  })

  test('counts in another currency too, and by the month for a year that was paid', async () => {
    const identity = newIdentity()
    const { id: product } = await paying.stripe.products.create({
      name: 'Utter in Europe',
      metadata: { tier: 'creator' },
    })
    const fields = { product, currency: 'eur', unit_amount: 75_000, recurring: { interval: 'year' as const } }
    await sellByHand(identity, await paying.stripe.prices.create(fields))
    const { tier, periodStart, periodEnd } = (await paying.state(identity)) ?? {}
    expect([tier, periodEnd]).toEqual(['creator', periodStart && monthsAfter(periodStart, 1)])
    const answer = await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('pro') })
    expect(answer).toMatchObject(problem(409, 'Contact sales', 'contact_sales'))
  })

  test('above the sold ones is not changed for a lower one by a click', async () => {
    const identity = await paying.subscriber('pro')
    await moveTo(identity, await priceByHand({ price: { utter_tier: 'enterprise' }, cents: 200_000 }))
    const answer = await paying.post('/api/stripe/upgrade-subscription', identity, {
      priceId: paying.priceId('starter'),
    })
    expect(answer).toMatchObject(problem(409, 'Contact sales', 'contact_sales'))
    expect(await paying.state(identity)).toMatchObject({ tier: 'enterprise' })
  })
})

test('another shop’s subscription of the same customer is none of ours', async () => {
  const identity = newIdentity()
  await sellByHand(identity, await priceByHand(), { shop: 'mugs' })
  const state = await paying.state(identity)
  expect(state).toMatchObject({ tier: 'free', version: 0 })
  expect(state).not.toHaveProperty('stripeSubscriptionId')
  expect(await kindsOf(identity)).toEqual([])
  expect(await checkout(identity)).toMatchObject({ status: 200 })
})

test('a customer that Stripe has never seen keeps the plan: the key may be another Stripe’s', async () => {
  const identity = await paying.subscriber('pro')
  const { stripeCustomerId = '' } = (await paying.state(identity)) ?? {}
  const { subscriptions } = paying.billing
  await subscriptions.forgetCustomer(identity.userId, stripeCustomerId)
  await subscriptions.saveCustomer(identity.userId, 'cus_of_another')
  expect(await refresh(paying.stripeDeps, identity.userId)).toMatchObject({ tier: 'pro' })
  expect(await kindsOf(identity)).toEqual(['unknown-customer'])
})

test('a price is sold in dollars, by the month, for the plan’s amount alone', async () => {
  await using own = await openPaying()
  const product = String((await own.stripe.prices.retrieve(own.priceId('pro'))).product)
  const key = { lookup_key: 'utter_pro', transfer_lookup_key: true, metadata: { tier: 'pro' } }
  for (const [currency, interval] of [
    ['eur', 'month'],
    ['usd', 'year'],
  ] as const) {
    await own.stripe.prices.create({ product, currency, unit_amount: 19_900, recurring: { interval }, ...key })
    await own.payments.catalog.load()
    expect(own.payments.catalog.priceOf('pro')).toBeUndefined()
  }
  const { id } = await own.stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 19_900,
    recurring: { interval: 'month' },
    ...key,
  })
  await own.payments.catalog.load()
  expect(own.payments.catalog.priceOf('pro')).toBe(id)
})
