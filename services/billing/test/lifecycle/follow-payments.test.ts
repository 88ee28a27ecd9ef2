import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { problem } from '@utter/testing/problems'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { refundByOperator } from '../../src/lifecycle/bills/adjust.ts'
import { followPayments } from '../../src/lifecycle/bills/follow-payments.ts'
import { billingState } from '../../src/publishes/billing-state.ts'
import { callers } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())
const { stripe } = paying

const stateOf = async (identity: Identity) => {
  const state = await paying.state(identity)
  if (!state) throw new Error('there is no such account')
  return state
}
const published = async (identity: Identity) => billingState(await stateOf(identity), standardPlans).data
const chargesOf = async (identity: Identity) =>
  (await stripe.charges.list({ customer: (await stateOf(identity)).stripeCustomerId ?? '' })).data
const disputeOf = async (identity: Identity) => {
  const [charge] = await chargesOf(identity)
  const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data
  return dispute?.id ?? ''
}
const refund = async (identity: Identity, amount?: number) => {
  const [charge] = await chargesOf(identity)
  await stripe.refunds.create({ payment_intent: String(charge?.payment_intent), ...(amount && { amount }) })
  await paying.settle()
}
const problemsOf = async (kind: string) => {
  const text = await register.getSingleMetricAsString('billing_subscription_problems_total')
  return Number(new RegExp(`"${kind}"} (\\d+)`).exec(text)?.[1] ?? 0)
}
const lostOnes = () => problemsOf('dispute-lost')

test('a dispute that is open, or won, changes nothing', async () => {
  const identity = await paying.subscriber('starter', cards.disputed)
  const before = await stateOf(identity)
  expect(before).toMatchObject({ tier: 'starter', status: 'active' })
  await stripe.disputes.update(await disputeOf(identity), { evidence: { uncategorized_text: 'winning_evidence' } })
  await paying.settle()
  expect(await stateOf(identity)).toEqual(before)
})

test('a lost dispute ends the plan at once, is counted once, and nothing more is sold until it is forgiven', async () => {
  const identity = await paying.subscriber('starter', cards.disputed)
  const { stripeSubscriptionId } = await stateOf(identity)
  const [counted, id] = [await lostOnes(), await disputeOf(identity)]
  await paying.sandbox.setDelivery({ duplicate: true })
  await stripe.disputes.close(id)
  await paying.settle()
  await paying.sandbox.setDelivery({ duplicate: false })
  const state = await stateOf(identity)
  expect(state).toMatchObject({ tier: 'free', status: 'active', lostDisputes: [{ id, cents: 3900, currency: 'usd' }] })
  expect([state.stripeSubscriptionId, state.lostDisputes?.[0]?.subscriptionId]).toEqual([undefined, undefined])
  expect((await stripe.subscriptions.retrieve(stripeSubscriptionId ?? '')).status).toBe('canceled')
  expect((await chargesOf(identity)).map((one) => one.amount_refunded)).toEqual([0])
  expect(await lostOnes()).toBe(counted + 1)

  const buy = () => paying.post('/api/stripe/create-checkout-session', identity, { priceId: paying.priceId('starter') })
  const sentence = 'A payment of this account was disputed: contact us before you buy again'
  expect(await buy()).toMatchObject(problem(409, sentence, 'payment_disputed'))
  const { body } = await paying.billing.request('GET', '/api/billing/invoices', callers.account(identity))
  expect(body).toMatchObject([{ amount: 3900, state: 'charged_back' }])

  expect(await paying.billing.subscriptions.forgive(identity.userId, new Date())).toBe(1)
  const { status, body: page } = await buy()
  expect(status).toBe(200)
  await paying.sandbox.finishCheckout(page.url)
  await paying.settle()
  // A plan that is bought later stays, however often the dispute is looked at.
  await followPayments(paying.stripeDeps, identity.userId)
  await paying.settle()
  expect(await stateOf(identity)).toMatchObject({ tier: 'starter', status: 'active' })
})

test('an account whose payments are all given back is published as one, until it pays again', async () => {
  const identity = await paying.subscriber()
  await refund(identity, 900)
  expect(await published(identity)).not.toHaveProperty('isPaidBack')
  await refund(identity)
  expect(await published(identity)).toMatchObject({ tier: 'starter', isPaidBack: true })
  const { version, periodEnd } = await stateOf(identity)
  await followPayments(paying.stripeDeps, identity.userId)
  expect((await stateOf(identity)).version).toBe(version)
  await paying.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 2 * 3_600)
  await paying.settle()
  expect(await published(identity)).not.toHaveProperty('isPaidBack')
})

test('an account that has lost its one payment in a dispute is published so as well', async () => {
  const identity = await paying.subscriber('starter', cards.disputed)
  await stripe.disputes.close(await disputeOf(identity))
  await paying.settle()
  expect(await published(identity)).toMatchObject({ tier: 'free', isPaidBack: true })
})

test('an event of a dispute that comes while Stripe is away comes again', async () => {
  const identity = await paying.subscriber('starter', cards.disputed)
  paying.reachable(false)
  await stripe.disputes.close(await disputeOf(identity))
  await paying.settle()
  expect(await stateOf(identity)).toMatchObject({ tier: 'starter' })
  paying.reachable(true)
  await paying.sandbox.advance(paying.sandbox.now() + 60)
  await paying.settle()
  expect(await stateOf(identity)).toMatchObject({ tier: 'free' })
})

test('after a death at any line the plan has ended once, and it is told', async () => {
  let isOver = false
  for (let n = 1; !isOver; n += 1) {
    const identity = await paying.subscriber('starter', cards.disputed)
    paying.reachable(false)
    await stripe.disputes.close(await disputeOf(identity))
    const { mortally, isDead } = createMortal(n)
    const real = paying.payments.stripe
    const resources = { subscriptions: mortally(real.subscriptions), disputes: mortally(real.disputes) }
    const deps = {
      ...paying.stripeDeps,
      subscriptions: mortally(paying.stripeDeps.subscriptions),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    await followPayments(deps, identity.userId).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    isOver = !isDead()
    await followPayments(paying.stripeDeps, identity.userId)
    paying.reachable(true)
    const { stripeCustomerId: customer = '', lostDisputes, isPaidBack } = await stateOf(identity)
    expect([lostDisputes?.length, lostDisputes?.[0]?.subscriptionId, isPaidBack]).toEqual([1, undefined, true])
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    if (isOver) expect(n).toBeGreaterThan(5)
  }
})

test("a refund that the customer's bank does not take is counted and listed as failed, and what was paid is paid again", async () => {
  const identity = await paying.subscriber('starter', cards.noRefund)
  const before = await problemsOf('refund-failed')
  const asked = { reason: 'an outage', by: 'ada', cancels: false }
  const { adjustment } = await refundByOperator(paying.stripeDeps, identity.userId, asked)
  await paying.settle()
  expect(await problemsOf('refund-failed')).toBe(before + 1)
  expect(await paying.billing.adjustments.read(adjustment._id)).toMatchObject({ failedAt: expect.any(Date) })
  const state = await stateOf(identity)
  expect([state.isPaidBack, state.paid?.cents]).toEqual([undefined, 3900])
  expect((await chargesOf(identity)).map((one) => one.amount_refunded)).toEqual([0])
  await expect(refundByOperator(paying.stripeDeps, identity.userId, asked)).rejects.toMatchObject({
    status: 409,
    code: 'refund_failed',
  })
  const again = await refundByOperator(paying.stripeDeps, identity.userId, { ...asked, reason: 'by another card' })
  expect(again.isNew).toBe(true)
})
