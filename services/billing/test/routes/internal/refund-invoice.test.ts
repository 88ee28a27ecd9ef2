import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { refundByOperator } from '../../../src/lifecycle/bills/adjust.ts'
import { callers } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())
const { stripe } = paying

const refund = ({ userId }: Identity, body: object = {}) =>
  paying.billing.request('POST', `/internal/accounts/${userId}/refunds`, callers.internal('operator'), {
    ...{ reason: 'an outage', by: 'ada' },
    ...body,
  })
const customerOf = async (identity: Identity) => (await paying.state(identity))?.stripeCustomerId ?? ''
/** The refunded part of each payment, newest first. */
const refunded = async (identity: Identity) =>
  (await stripe.charges.list({ customer: await customerOf(identity) })).data.map((one) => one.amount_refunded)

test('200: the last paid invoice as a whole, once, however often and at once it is asked for; the plan goes on', async () => {
  const identity = await paying.subscriber()
  const answers = await Promise.all([refund(identity), refund(identity), refund(identity)])
  const made = { invoice: expect.stringMatching(/^UTTER-/), stripeId: expect.stringMatching(/^re_/) }
  const given = { kind: 'refund', cents: 3900, currency: 'usd', reason: 'an outage', by: 'ada', ...made }
  for (const { status, body } of answers) expect([status, body]).toMatchObject([200, given])
  expect((await refund(identity)).body.isNew).toBe(false)
  expect(await refunded(identity)).toEqual([3900])
  await paying.settle()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', status: 'active' })
})

test('200: a part of an older invoice, and another part for another reason', async () => {
  const identity = await paying.subscriber()
  const [first] = (await stripe.invoices.list({ customer: await customerOf(identity) })).data
  await paying.sandbox.advance(((await paying.state(identity))?.periodEnd?.getTime() ?? 0) / 1_000 + 2 * 3_600)
  for (const reason of ['one', 'another'])
    expect((await refund(identity, { invoice: first?.number, cents: 900, reason })).body.isNew).toBe(true)
  expect(await refunded(identity)).toEqual([0, 1800])
})

test('200: with `cancels` the plan ends at once, also where the refund was made before', async () => {
  for (const before of [false, true]) {
    const identity = await paying.subscriber()
    if (before) await refund(identity)
    expect((await refund(identity, { cancels: true })).body.cancels).toBe(true)
    expect(await paying.state(identity)).toMatchObject({ tier: 'free' })
    expect(await refunded(identity)).toEqual([3900])
  }
})

test('200: after a death at any line the same command gives it once', async () => {
  let isOver = false
  for (let n = 1; !isOver; n += 1) {
    const identity = await paying.subscriber()
    const { mortally, isDead } = createMortal(n)
    const real = paying.payments.stripe
    const resources = { refunds: mortally(real.refunds, ['list']), subscriptions: mortally(real.subscriptions) }
    const deps = {
      ...paying.stripeDeps,
      adjustments: mortally(paying.billing.adjustments),
      subscriptions: mortally(paying.billing.subscriptions),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    const body = { reason: 'an outage', by: 'ada', cents: 900, cancels: true }
    await refundByOperator(deps, identity.userId, body).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    isOver = !isDead()
    // Stripe has forgotten the key.
    if (n % 2 === 0) await paying.sandbox.advance(paying.sandbox.now() + 25 * 3_600)
    expect((await refund(identity, body)).status).toBe(200)
    expect([await refunded(identity), (await paying.state(identity))?.tier]).toEqual([[900], 'free'])
    if (isOver) expect(n).toBeGreaterThan(5)
  }
})

test('409: a part in another currency than that of the invoice', async () => {
  const identity = await paying.subscriber()
  const other = expect.objectContaining({
    code: 'other_currency',
    error: expect.stringMatching(/^Invoice UTTER-.* is in USD$/),
  })
  expect(await refund(identity, { cents: 500, currency: 'eur' })).toMatchObject({ status: 409, body: other })
  expect(await refunded(identity)).toEqual([0])
})

test('409: more than is left of it, and all of one that is refunded', async () => {
  const identity = await paying.subscriber()
  expect(await refund(identity, { cents: 3901 })).toMatchObject({ status: 409, body: { code: 'too_much' } })
  await refund(identity)
  const answer = await refund(identity, { reason: 'another' })
  expect(answer).toMatchObject({ status: 409, body: { code: 'already_refunded' } })
})

test('409: a payment that is disputed, as Stripe says; nothing is kept of it', async () => {
  const identity = await paying.subscriber('starter', cards.disputed)
  expect(await refund(identity)).toMatchObject({ status: 409, body: { code: 'refused' } })
  expect(await paying.billing.adjustments.latest(identity.userId, 10)).toEqual([])
})

test('404: no invoice was paid, or none of this number; 409: an account that never bought anything', async () => {
  const identity = newIdentity()
  expect(await refund(identity)).toMatchObject(problem(409, 'This account has never bought anything', 'no_customer'))
  await paying.checkout('starter', identity)
  expect(await refund(identity)).toMatchObject(problem(404, 'No invoice was paid', 'no_paid_invoice'))
  const other = await refund(await paying.subscriber(), { invoice: 'UTTER-9999' })
  expect(other).toMatchObject(problem(404, 'No invoice of this number was paid', 'no_paid_invoice'))
})

test.each([
  [{ reason: ' ' }, 'reason', 'reason is required'],
  [{ cents: 0 }, 'cents', 'cents must be at least 1'],
  [{ cents: 1.5 }, 'cents', 'cents must be a whole number'],
  [{ by: 'x'.repeat(101) }, 'by', 'by must be at most 100 characters'],
])('400: %j', async (body, field, message) => {
  expect(await refund(newIdentity(), body)).toMatchObject(invalid(field, message))
})
