import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openPaying } from '../support/open-paying.ts'
import { testUnconfigured } from '../support/unconfigured.ts'

const path = '/api/stripe/preview-upgrade'

const paying = await closedAfterAll(openPaying())

const preview = (identity: Identity, body?: object) => paying.post(path, identity, body)
const to = (tier: 'starter' | 'creator' | 'pro') => ({ priceId: paying.priceId(tier) })
const nothing = { amount: 0, tax: 0, discount: 0, credit: 0 }

test('200: a higher plan is charged in part now, and whole at the period’s end; nothing changes', async () => {
  const identity = await paying.subscriber('starter')
  const before = await paying.state(identity)
  const { status, body } = await preview(identity, to('pro'))
  expect([status, Object.keys(body)]).toEqual([200, ['change']])
  expect(body.change).toMatchObject({
    ...{ tier: 'pro', currency: 'usd', now: { tax: 0, discount: 0, credit: 0 } },
    next: { amount: 19_900, tax: 0, discount: 0, at: before?.periodEnd?.toISOString() },
  })
  expect(body.change.now.amount).toBeGreaterThan(15_900)
  expect(body.change.now.amount).toBeLessThanOrEqual(16_000)
  await paying.settle()
  expect(await paying.state(identity)).toEqual(before)
  const { data } = await paying.stripe.invoices.list({ customer: before?.stripeCustomerId ?? '' })
  expect(data).toHaveLength(1)
})

test('200: a credit of the account is taken off what is charged now', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeCustomerId = '' } = (await paying.state(identity)) ?? {}
  await paying.stripe.customers.createBalanceTransaction(stripeCustomerId, { amount: -1_000, currency: 'usd' })
  const { now } = (await preview(identity, to('pro'))).body.change
  expect(now.credit).toBe(1_000)
  expect(now.amount).toBeLessThanOrEqual(15_000)
})

test('200: without a price it is the next tier up', async () => {
  const identity = await paying.subscriber('starter')
  expect((await preview(identity)).body.change).toMatchObject({ tier: 'creator', next: { amount: 7_900 } })
})

test('200: a lower plan costs nothing now', async () => {
  const identity = await paying.subscriber('pro')
  const at = (await paying.state(identity))?.periodEnd?.toISOString()
  const { change } = (await preview(identity, to('starter'))).body
  expect(change).toEqual({
    ...{ tier: 'starter', currency: 'usd', now: nothing },
    next: { amount: 3_900, tax: 0, discount: 0, at },
  })
})

test('200: after a plan that ends nothing follows', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId = '', periodEnd } = (await paying.state(identity)) ?? {}
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  const { change } = (await preview(identity, to('pro'))).body
  expect(change).toMatchObject({ tier: 'pro', endsAt: periodEnd?.toISOString() })
  expect(change).not.toHaveProperty('next')
})

test('200: an account that pays nothing yet sees the amount in its checkout', async () => {
  expect((await preview(newIdentity(), to('pro'))).body).toEqual({ requiresCheckout: true })
})

test('409: the same plan; a plan whose last invoice is not paid', async () => {
  await using own = await openPaying()
  const identity = await own.subscriber('starter', cards.failsLater)
  expect(await own.post(path, identity, { priceId: own.priceId('starter') })).toMatchObject(
    problem(409, 'You already have this plan', 'same_plan'),
  )
  const { periodEnd } = (await own.state(identity)) ?? {}
  await own.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 3_700)
  expect(await own.post(path, identity, { priceId: own.priceId('pro') })).toMatchObject(
    problem(409, 'Your last invoice is not paid: pay it first', 'invoice_unpaid'),
  )
})

test('400: an unknown price', async () => {
  expect(await preview(newIdentity(), { priceId: 'price_unknown' })).toMatchObject(
    invalid('priceId', 'Unknown price ID'),
  )
})

testUnconfigured(path)
