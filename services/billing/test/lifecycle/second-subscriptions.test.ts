import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { register } from 'prom-client'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())
const { stripe } = paying

const customerOf = async (identity: Identity) => (await paying.state(identity))?.stripeCustomerId ?? ''
const counted = async (kind: string) =>
  Number(
    new RegExp(`"${kind}"} (\\d+)`).exec(
      await register.getSingleMetricAsString('billing_subscription_problems_total'),
    )?.[1] ?? 0,
  )
/** A second subscription as the Dashboard makes one, with the first one's card. */
async function addByHand(identity: Identity, tier: 'starter' | 'pro' = 'pro'): Promise<Stripe.Subscription> {
  const customer = await customerOf(identity)
  const [card] = (await stripe.paymentMethods.list({ customer })).data
  const items = [{ price: paying.priceId(tier) }]
  return stripe.subscriptions.create({ customer, items, default_payment_method: card?.id ?? '' })
}
/** Live subscriptions, and what was paid and refunded in all, in dollars. */
async function heldBy(identity: Identity) {
  const customer = await customerOf(identity)
  const live = (await stripe.subscriptions.list({ customer })).data.map(({ id }) => id)
  const invoices = (await stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })).data
  const payments = invoices.flatMap((one) => one.payments?.data ?? [])
  const refunds = []
  for (const { payment } of payments)
    refunds.push(...(await stripe.refunds.list({ payment_intent: String(payment.payment_intent) })).data)
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0) / 100
  return {
    live,
    paid: sum(payments.map(({ amount_paid: paid }) => paid ?? 0)),
    refunded: sum(refunds.map(({ amount }) => amount)),
  }
}

test('of two checkouts that were paid the younger is cancelled and refunded, and it is told once', async () => {
  const identity = newIdentity()
  const first = await paying.checkout('starter', identity)
  const second = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await customerOf(identity),
    line_items: [{ price: paying.priceId('creator'), quantity: 1 }],
    subscription_data: { metadata: { userId: identity.userId } },
    success_url: paying.url,
  })
  const before = await counted('second-subscription')
  await paying.sandbox.setDelivery({ paused: true })
  await paying.sandbox.finishCheckout(first)
  await paying.sandbox.finishCheckout(second.url ?? '')
  await paying.sandbox.setDelivery({ paused: false })
  await paying.settle()
  const state = await paying.state(identity)
  expect(state).toMatchObject({ tier: 'starter', status: 'active', second: [] })
  expect(await heldBy(identity)).toEqual({ live: [state?.stripeSubscriptionId], paid: 39 + 79, refunded: 79 })
  expect(await counted('second-subscription')).toBe(before + 1)
})

test('one that was made by hand beside the known one is cancelled and refunded, though it is dearer', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId } = (await paying.state(identity)) ?? {}
  await addByHand(identity)
  await paying.settle()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', stripeSubscriptionId })
  expect(await heldBy(identity)).toEqual({ live: [stripeSubscriptionId], paid: 39 + 199, refunded: 199 })
})

test('one whose price names no plan is left, since it may be a contract', async () => {
  const identity = await paying.subscriber('starter')
  const product = await stripe.products.create({ name: 'As agreed' })
  const fields = { product: product.id, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' as const } }
  const price = await stripe.prices.create(fields)
  const customer = await customerOf(identity)
  const [card] = (await stripe.paymentMethods.list({ customer })).data
  const items = [{ price: price.id }]
  await stripe.subscriptions.create({ customer, items, default_payment_method: card?.id ?? '' })
  await paying.settle()
  expect(await heldBy(identity)).toMatchObject({ live: [expect.anything(), expect.anything()], refunded: 0 })
})

test('calls that were made are not refunded with it', async () => {
  const identity = await paying.subscriber('starter')
  const customer = await customerOf(identity)
  await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd', metadata: { key: 'sub:period:segment' } })
  await addByHand(identity)
  await paying.settle()
  expect(await heldBy(identity)).toMatchObject({ paid: 39 + 199 + 7, refunded: 199 })
})

test('a refund that Stripe refuses is told, and is over once it was made by hand', async () => {
  const identity = await paying.subscriber('starter')
  paying.reachable(false)
  const before = await counted('refund-refused')
  // Each refresh is the test's own.
  await paying.sandbox.setDelivery({ paused: true })
  const { refunds } = paying.payments.stripe
  const create = refunds.create.bind(refunds)
  refunds.create = (() => {
    const raw = { message: 'the charge is disputed', type: 'invalid_request_error' }
    return Promise.reject(new Stripe.errors.StripeInvalidRequestError(raw as never))
  }) as never
  const { id } = await addByHand(identity)
  await refresh(paying.stripeDeps, identity.userId)
  refunds.create = create as never
  expect(await counted('refund-refused')).toBeGreaterThan(before)
  expect(await paying.state(identity)).toMatchObject({ second: [{ id }] })
  const [invoice] = (await stripe.invoices.list({ subscription: id, expand: ['data.payments'] })).data
  await stripe.refunds.create({ payment_intent: String(invoice?.payments?.data[0]?.payment.payment_intent) })
  await refresh(paying.stripeDeps, identity.userId)
  expect(await paying.state(identity)).toMatchObject({ second: [] })
  expect(await heldBy(identity)).toMatchObject({ refunded: 199 })
  await paying.sandbox.setDelivery({ paused: false })
})

test('a death at any step between finding, cancelling and refunding is made good by the next refresh', async () => {
  await paying.sandbox.setDelivery({ paused: true })
  const dead: Identity[] = []
  for (let n = 0, isOver = false; !isOver; n++) {
    const identity = newIdentity()
    await paying.sandbox.finishCheckout(await paying.checkout('starter', identity))
    await refresh(paying.stripeDeps, identity.userId)
    await addByHand(identity)
    const { mortally, isDead } = createMortal(n)
    const resource = <Of extends object>(object: Of) => mortally(object, ['list', 'listLineItems'])
    const real = paying.payments.stripe
    const resources = { subscriptions: resource(real.subscriptions), refunds: resource(real.refunds) }
    const deps = {
      ...paying.stripeDeps,
      subscriptions: mortally(paying.stripeDeps.subscriptions),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    await refresh(deps, identity.userId).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    dead.push(identity)
    isOver = !isDead()
  }
  expect(dead.length).toBeGreaterThan(5)
  // Longer than Stripe remembers a key.
  await paying.sandbox.advance(paying.sandbox.now() + 25 * 3_600)
  for (const identity of dead) {
    await refresh(paying.stripeDeps, identity.userId)
    expect(await paying.state(identity)).toMatchObject({ tier: 'starter', second: [] })
    expect(await heldBy(identity)).toMatchObject({ live: [expect.anything()], paid: 39 + 199, refunded: 199 })
  }
  await paying.sandbox.setDelivery({ paused: false })
})
