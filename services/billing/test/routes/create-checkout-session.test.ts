import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, notLoggedIn, problem, serviceUnavailable } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openPaying } from '../support/open-paying.ts'
import { testUnconfigured } from '../support/unconfigured.ts'

const path = '/api/stripe/create-checkout-session'

const paying = await closedAfterAll(openPaying())

test('200: the page of a checkout, which names the account, and leads back to it', async () => {
  const identity = newIdentity()
  const { status, body } = await paying.post(path, identity, { priceId: paying.priceId('starter') })
  expect([status, Object.keys(body)]).toEqual([200, ['url']])
  const id = new URL(body.url).pathname.replace('/sandbox/checkout/', '')
  expect(body.url).toBe(`${paying.url}/sandbox/checkout/${id}`)
  const subscription = await paying.state(identity)
  expect(await paying.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    mode: 'subscription',
    customer: subscription?.stripeCustomerId,
    client_reference_id: identity.userId,
    success_url: `${paying.url}/account?checkout=done`,
    cancel_url: `${paying.url}/pricing`,
  })
  const customer = await paying.stripe.customers.retrieve(subscription?.stripeCustomerId ?? '')
  expect(customer).toMatchObject({ metadata: { userId: identity.userId } })
})

test('a paid checkout is the plan and the period that Stripe has', async () => {
  const identity = await paying.subscriber('creator')
  const subscription = await paying.state(identity)
  const [sold] = (await paying.stripe.subscriptions.list({ customer: subscription?.stripeCustomerId ?? '' })).data
  const item = sold?.items.data[0]
  expect(subscription).toMatchObject({
    tier: 'creator',
    status: 'active',
    periodStart: new Date((item?.current_period_start ?? 0) * 1_000),
    periodEnd: new Date((item?.current_period_end ?? 0) * 1_000),
    stripeSubscriptionId: sold?.id,
  })
  expect(sold?.metadata).toEqual({ userId: identity.userId })
})

test('of an account there is one customer, however often and however much at once it begins', async () => {
  const identity = newIdentity()
  const before = (await paying.stripe.customers.list({ limit: 100 })).data.length
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => paying.post(path, identity, { priceId: paying.priceId('pro') })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await paying.stripe.customers.list({ limit: 100 })).data).toHaveLength(before + 1)
})

test('a second checkout closes the first, so that two tabs do not pay twice', async () => {
  const identity = newIdentity()
  const [first, second] = [await paying.checkout('starter', identity), await paying.checkout('pro', identity)]
  await paying.sandbox.finishCheckout(first)
  expect(await paying.sandbox.finishCheckout(second)).toMatchObject({ location: `${paying.url}/account?checkout=done` })
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'pro' })
})

test.each<[string, unknown, string]>([
  ['missing', {}, 'Price ID is required'],
  ['blank', { priceId: ' ' }, 'Price ID is required'],
  ['null', { priceId: null }, 'Price ID is required'],
  ['no string', { priceId: 7 }, 'Price ID is required'],
  ['unknown', { priceId: 'price_unknown' }, 'Unknown price ID'],
  ['far too long', { priceId: 'p'.repeat(300) }, 'Unknown price ID'],
])('400: a price that is %s', async (_name, body, sentence) => {
  expect(await paying.post(path, newIdentity(), body as object)).toMatchObject(invalid('priceId', sentence))
})

test('409: an account that pays already, though no event has come', async () => {
  const identity = newIdentity()
  const url = await paying.checkout('starter', identity)
  paying.reachable(false)
  await paying.sandbox.finishCheckout(url)
  const answer = await paying.post(path, identity, { priceId: paying.priceId('pro') })
  paying.reachable(true)
  expect(answer).toMatchObject(problem(409, 'You already have a subscription', 'already_subscribed'))
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter' })
})

test('a customer that Stripe no longer has is made anew', async () => {
  const identity = newIdentity()
  await paying.billing.subscriptions.begin(identity.userId, new Date())
  await paying.billing.subscriptions.saveCustomer(identity.userId, 'cus_of_another')
  await paying.sandbox.finishCheckout(await paying.checkout('starter', identity))
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter' })
})

test('a declined card leaves the account as it was', async () => {
  const identity = await paying.subscriber('starter', cards.declined)
  expect(await paying.state(identity)).toMatchObject({ tier: 'free', status: 'active', version: 0 })
})

testUnconfigured(path, { priceId: 'x' })

test('401: an account that was deleted a moment ago', async () => {
  const identity = newIdentity()
  await paying.billing.erasure.erase(identity.userId)
  expect(await paying.post(path, identity, { priceId: paying.priceId('pro') })).toMatchObject(notLoggedIn)
})

test('503: Stripe is unavailable', async () => {
  await using away = await openPaying()
  await away.sandbox[Symbol.asyncDispose]()
  expect(await away.post(path, newIdentity(), { priceId: 'price_new' })).toMatchObject(serviceUnavailable)
})
