import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { compareAccount } from '../../src/lifecycle/comparison/reconcile.ts'
import { callers } from '../support/open-billing.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const plans = standardPlans.map((plan) => (plan.overageEnabled ? { ...plan, apiCallsLimit: 5 } : plan))
const taxed = await closedAfterAll(openPaying({ plans, isTaxed: true }))
const untaxed = await closedAfterAll(openPaying({ plans }))

type Typed = { country?: string; code?: string }
/** A new account with the starter plan, paid for by the checkout's forms. */
async function buy(paying: Paying, typed: Typed = {}): Promise<Identity> {
  const identity = newIdentity()
  await paying.sandbox.finishCheckout(await paying.checkout('starter', identity), undefined, typed)
  await paying.settle()
  return identity
}
async function invoicesOf(paying: Paying, identity: Identity) {
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  return (await paying.stripe.invoices.list({ customer, limit: 100 })).data
}
async function makeCode({ stripe }: Paying, code: string) {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code })
}
async function raise(paying: Paying, identity: Identity) {
  const priceId = paying.priceId('pro')
  const { change } = (await paying.post('/api/stripe/preview-upgrade', identity, { priceId })).body
  const shown = { tier: change.tier, amount: change.now.amount, prorationDate: change.prorationDate }
  const { status } = await paying.post('/api/stripe/upgrade-subscription', identity, { priceId, shown })
  return { change, status }
}
async function nextPeriod(paying: Paying, identity: Identity) {
  const { periodEnd } = (await paying.state(identity)) ?? {}
  await paying.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 60)
  await paying.settle()
  await paying.sandbox.advance(paying.sandbox.now() + 7_200)
  await paying.settle()
}

test('the plans say whether tax comes on top', async () => {
  for (const [paying, tax] of [
    [taxed, 'added'],
    [untaxed, 'none'],
  ] as const) {
    const { body } = await paying.billing.request('GET', '/api/plans', callers.visitor)
    const words = (body as PlanOffer[]).map((one) => one.tax)
    expect(words).toEqual([undefined, tax, tax, tax, undefined])
  }
})

test('with tax a checkout, an upgrade, a renewal and the calls past a plan have it on top', async () => {
  const identity = await buy(taxed, { country: 'GB' })
  expect((await invoicesOf(taxed, identity))[0]).toMatchObject({ subtotal: 3_900, total: 4_680, amount_paid: 4_680 })
  const { change, status } = await raise(taxed, identity)
  expect(status).toBe(200)
  expect(change.next).toMatchObject({ amount: 23_880, tax: 3_980 })
  const { amount, tax } = change.now
  expect(Math.abs(tax - amount / 6)).toBeLessThan(2)
  expect((await invoicesOf(taxed, identity))[0]).toMatchObject({ amount_paid: amount })
  await taxed.enter(identity, 9)
  await nextPeriod(taxed, identity)
  // $199.00, and four calls at 2.5 cents.
  expect((await invoicesOf(taxed, identity))[0]).toMatchObject({ subtotal: 19_910, total: 19_910 + 3_980 + 2 })
  expect(await compareAccount(taxed.stripeDeps, identity.userId)).toEqual([])
})

test('a checkout that was opened without tax is closed for one with it', async () => {
  const identity = newIdentity()
  const before = await taxed.checkout('starter', identity)
  expect(await taxed.checkout('starter', identity)).toBe(before)
  taxed.payments.isTaxed = false
  const after = await taxed.checkout('starter', identity)
  taxed.payments.isTaxed = true
  expect(after).not.toBe(before)
  const { stripeCustomerId: customer = '' } = (await taxed.state(identity)) ?? {}
  const open = (await taxed.stripe.checkout.sessions.list({ customer, status: 'open' })).data
  expect(open.map(({ url, automatic_tax: tax }) => [url, tax.enabled])).toEqual([[after, false]])
})

test('a subscription of before goes on without tax, also when its plan is raised', async () => {
  taxed.payments.isTaxed = false
  const identity = await buy(taxed)
  taxed.payments.isTaxed = true
  const { change, status } = await raise(taxed, identity)
  expect([status, change.now.tax, change.next]).toEqual([200, 0, expect.objectContaining({ amount: 19_900, tax: 0 })])
  expect((await invoicesOf(taxed, identity)).map((one) => one.total_taxes)).toEqual([[], []])
})

test('a plan whose owner’s address is gone is not raised, and is told why', async () => {
  const identity = await buy(taxed, { country: 'GB' })
  const { update } = taxed.payments.stripe.subscriptions
  const { stripeCustomerId: customer = '', stripeSubscriptionId = '' } = (await taxed.state(identity)) ?? {}
  await taxed.stripe.customers.update(customer, { address: '' })
  // Stripe refuses such a change itself, by this answer.
  const refusal = await taxed.stripe.subscriptions
    .update(stripeSubscriptionId, { automatic_tax: { enabled: true } })
    .catch((error) => error)
  taxed.payments.stripe.subscriptions.update = (() => Promise.reject(refusal)) as never
  const answer = await taxed.post('/api/stripe/upgrade-subscription', identity, { priceId: taxed.priceId('pro') })
  taxed.payments.stripe.subscriptions.update = update
  expect(answer).toMatchObject(
    problem(409, 'Your address is needed for the tax: add it in the billing portal', 'address_unknown'),
  )
  expect(await taxed.state(identity)).not.toHaveProperty('wanted')
})

test('a promotion code lowers the plan and its upgrade, and not the calls past it; nothing differs in the books', async () => {
  await makeCode(untaxed, 'HALF')
  const identity = await buy(untaxed, { code: 'HALF' })
  expect((await invoicesOf(untaxed, identity))[0]).toMatchObject({ subtotal: 3_900, total: 1_950 })
  await untaxed.enter(identity, 8)
  await nextPeriod(untaxed, identity)
  // Half of $39.00, and three calls at 4 cents.
  expect((await invoicesOf(untaxed, identity))[0]).toMatchObject({ subtotal: 3_912, total: 1_962 })
  expect(await compareAccount(untaxed.stripeDeps, identity.userId)).toEqual([])
  const { change, status } = await raise(untaxed, identity)
  expect([status, change.next]).toEqual([200, expect.objectContaining({ amount: 9_950, discount: 9_950 })])
  expect((await invoicesOf(untaxed, identity))[0]).toMatchObject({ amount_paid: change.now.amount })
  expect(change.now.amount).toBeLessThanOrEqual(8_000)
})
