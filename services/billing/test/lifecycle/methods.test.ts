import type { Identity } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())
const { stripe } = paying

type Pays = (subscription: string, customer: string) => Promise<unknown>
const card: Pays = async () => {}
const own: Pays = async (id, customer) => {
  const { id: method } = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: method })
}
const customers: Pays = async (id, customer) => {
  const { id: method } = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  await stripe.subscriptions.update(id, { default_payment_method: '' })
}
const invoice: Pays = (id) => stripe.subscriptions.update(id, { collection_method: 'send_invoice', days_until_due: 30 })

const change = async (identity: Identity, tier: 'starter' | 'pro') =>
  paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId(tier) })
async function creatorWho(pays: Pays): Promise<Identity> {
  const identity = await paying.subscriber('creator')
  const { stripeSubscriptionId = '', stripeCustomerId = '' } = (await paying.state(identity)) ?? {}
  await pays(stripeSubscriptionId, stripeCustomerId)
  return identity
}
const contactSales = problem(409, 'Contact sales', 'contact_sales')

test.each<[string, Pays, object, object]>([
  ['a card', card, { status: 200 }, { tier: 'pro' }],
  ['a bank account', own, { status: 200 }, { tier: 'pro' }],
  ['the customer’s bank account', customers, { status: 200 }, { tier: 'pro' }],
  ['invoices that are sent', invoice, contactSales, { tier: 'creator' }],
])('a higher plan by %s', async (_name, pays, answer, state) => {
  const identity = await creatorWho(pays)
  expect(await change(identity, 'pro')).toMatchObject(answer)
  expect(await paying.state(identity)).toMatchObject(state)
})

test.each<[string, Pays]>([
  ['a card', card],
  ['a bank account', own],
  ['the customer’s bank account', customers],
  ['invoices that are sent', invoice],
])('a lower plan by %s follows at the period’s end', async (_name, pays) => {
  const identity = await creatorWho(pays)
  expect(await change(identity, 'starter')).toMatchObject({ status: 200 })
  expect(await paying.state(identity)).toMatchObject({ tier: 'creator', nextTier: 'starter' })
})

test('a change that Stripe refuses for another reason is a talk, and leaves no wish', async () => {
  const identity = await paying.subscriber('starter')
  const { update } = paying.payments.stripe.subscriptions
  paying.payments.stripe.subscriptions.update = (() => {
    const raw = {
      message: 'there are too many',
      type: 'invalid_request_error',
      code: 'customer_max_subscriptions',
    }
    return Promise.reject(new Stripe.errors.StripeInvalidRequestError(raw as never))
  }) as never
  expect(await change(identity, 'pro')).toMatchObject(contactSales)
  paying.payments.stripe.subscriptions.update = update
  expect(await paying.state(identity)).not.toHaveProperty('wanted')
  expect(await change(identity, 'pro')).toMatchObject({ status: 200 })
})

test('a checkout takes cards and Link alone', async () => {
  const identity = await paying.subscriber('starter')
  const { checkoutId = '' } = (await paying.state(identity)) ?? {}
  expect(await stripe.checkout.sessions.retrieve(checkoutId)).toMatchObject({
    allowed_payment_method_types: ['card', 'link'],
  })
})
