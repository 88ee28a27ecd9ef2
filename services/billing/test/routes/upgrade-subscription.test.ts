import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { salesEmail } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'
import { testUnconfigured } from '../support/unconfigured.ts'

const path = '/api/stripe/upgrade-subscription'

const paying = await closedAfterAll(openPaying())

const upgrade = (identity: Identity, body?: object) => paying.post(path, identity, body)
const to = (tier: 'starter' | 'creator' | 'pro') => ({ priceId: paying.priceId(tier) })
/** An account but for its wish, and when Stripe is asked about it. */
async function planOf(identity: Identity) {
  const {
    wanted: _,
    watchAt: _at,
    watchSince: _since,
    watchUntil: _until,
    ...rest
  } = (await paying.state(identity)) ?? {}
  return rest
}
/** An account's subscription and invoices at Stripe. */
async function soldTo(identity: Identity) {
  const customer = (await paying.state(identity))?.stripeCustomerId ?? ''
  const [subscription] = (await paying.stripe.subscriptions.list({ customer, expand: ['data.schedule'] })).data
  const invoices = (await paying.stripe.invoices.list({ customer, limit: 100 })).data
  return {
    price: subscription?.items.data[0]?.price.id,
    pending: subscription?.pending_update ?? null,
    schedule: subscription?.schedule ?? null,
    paid: invoices.filter(({ status }) => status === 'paid').length,
    open: invoices.filter(({ status }) => status === 'open').length,
  }
}

test('200: a higher plan holds at once, and the rest of the period is paid', async () => {
  const identity = await paying.subscriber('starter')
  const before = await paying.state(identity)
  expect(await upgrade(identity, to('pro'))).toMatchObject({ status: 200, body: { message: 'Your plan is Pro now' } })
  const after = await paying.state(identity)
  expect(after).toMatchObject({ tier: 'pro', status: 'active', periodStart: before?.periodStart })
  expect(after?.segmentStart?.getTime()).toBeGreaterThan(before?.periodStart?.getTime() ?? 0)
  expect(await soldTo(identity)).toMatchObject({ price: paying.priceId('pro'), paid: 2, open: 0 })
})

test('200: without a price it is the next tier up', async () => {
  const identity = await paying.subscriber('starter')
  expect((await upgrade(identity)).body).toEqual({ message: 'Your plan is Creator now' })
  expect((await upgrade(identity, {})).body).toEqual({ message: 'Your plan is Pro now' })
})

test('200: an account that pays nothing yet goes to a checkout', async () => {
  const answer = { message: 'Add a payment method to change your plan', requiresCheckout: true }
  expect((await upgrade(newIdentity())).body).toEqual(answer)
  expect((await upgrade(newIdentity(), to('pro'))).body).toEqual(answer)
})

test('200: a lower plan follows at the period’s end, and the message names the day', async () => {
  const identity = await paying.subscriber('pro')
  const { periodEnd } = (await paying.state(identity)) ?? {}
  const day = periodEnd?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect((await upgrade(identity, to('creator'))).body).toEqual({ message: `Your plan changes to Creator on ${day}` })
  expect(await paying.state(identity)).toMatchObject({ tier: 'pro', status: 'active', nextTier: 'creator' })
  expect((await upgrade(identity, to('starter'))).body).toEqual({ message: `Your plan changes to Starter on ${day}` })
  expect(await paying.state(identity)).toMatchObject({ tier: 'pro', nextTier: 'starter' })
  expect(await soldTo(identity)).toMatchObject({ price: paying.priceId('pro'), paid: 1 })
})

test('a higher plan takes the place of a lower one that was to follow', async () => {
  const identity = await paying.subscriber('creator')
  await upgrade(identity, to('starter'))
  await upgrade(identity, to('pro'))
  expect(await soldTo(identity)).toMatchObject({ price: paying.priceId('pro'), schedule: null })
  expect(await paying.state(identity)).not.toHaveProperty('nextTier')
})

test('402: a declined card leaves everything as it was', async () => {
  const identity = await paying.subscriber('starter', cards.failsLater)
  const before = [await planOf(identity), await soldTo(identity)]
  expect(await upgrade(identity, to('pro'))).toMatchObject(problem(402, 'Your card was declined', 'card_declined'))
  await paying.settle()
  expect([await planOf(identity), await soldTo(identity)]).toEqual(before)
  expect(await paying.state(identity)).not.toHaveProperty('wanted')
})

test('402: a second step leaves everything as it was until it is taken in the portal', async () => {
  const identity = await paying.subscriber('starter', cards.secondStep)
  const before = await planOf(identity)
  expect(await upgrade(identity, to('pro'))).toMatchObject(
    problem(402, 'Your bank wants a confirmation: open the billing portal', 'confirmation_required'),
  )
  await paying.settle()
  expect(await planOf(identity)).toEqual(before)
  expect(await soldTo(identity)).toMatchObject({ price: paying.priceId('starter'), paid: 1, open: 1 })
})

test('409: the same plan', async () => {
  const identity = await paying.subscriber('starter')
  const answer = problem(409, 'You already have this plan', 'same_plan')
  expect(await upgrade(identity, to('starter'))).toMatchObject(answer)
})

test.each([
  ['the highest plan', async () => paying.subscriber('pro')],
  ['a plan as agreed', async () => agreed()],
])('409: above %s there is a talk', async (_name, account) => {
  const { status, body } = await upgrade(await account())
  expect([status, body.error]).toEqual([409, 'Contact sales'])
  expect(body.details).toEqual([{ field: 'contact', message: salesEmail }])
})
async function agreed(): Promise<Identity> {
  const identity = newIdentity()
  await paying.billing.subscriptions.setPlan(identity.userId, new Date(), 'enterprise', new Date())
  return identity
}

test('409: a plan whose last invoice is not paid', async () => {
  await using own = await openPaying()
  const identity = await own.subscriber('starter', cards.failsLater)
  const { periodEnd } = (await own.state(identity)) ?? {}
  await own.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 3_700)
  expect(await own.state(identity)).toMatchObject({ status: 'past_due' })
  expect(await own.post(path, identity, { priceId: own.priceId('pro') })).toMatchObject(
    problem(409, 'Your last invoice is not paid: pay it first', 'invoice_unpaid'),
  )
})

test('409: a lower plan after one that ends', async () => {
  const identity = await paying.subscriber('pro')
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  const { status, body } = await upgrade(identity, to('starter'))
  expect(status).toBe(409)
  expect(body.error).toMatch(/^Your plan ends on .+: undo that in the billing portal first$/)
})

test.each<[string, unknown, string]>([
  ['blank', { priceId: '' }, 'Price ID is required'],
  ['no string', { priceId: [] }, 'Price ID is required'],
  ['unknown', { priceId: 'price_unknown' }, 'Unknown price ID'],
])('400: a price that is %s', async (_name, body, sentence) => {
  expect(await upgrade(newIdentity(), body as object)).toMatchObject(invalid('priceId', sentence))
})

testUnconfigured(path)
