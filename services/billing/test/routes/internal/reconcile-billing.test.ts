import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { problem } from '@utter/testing/problems'
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextNight, sweepNightly } from '../../../src/lifecycle/nightly.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying, type Paying } from '../../support/open-paying.ts'

const path = '/internal/billing/reconcile'
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const look = async (userId?: string) =>
  (await paying.billing.request('GET', userId ? `${path}?userId=${userId}` : path, callers.internal('operator')))
    .body as { accounts: number; differences: { userId: string; kind: string; sentence: string }[] }
const kinds = async (userId?: string) => (await look(userId)).differences.map(({ kind }) => kind)
/** An account of which the overage of a period was billed. */
async function billed() {
  const identity = await paying.subscriber('starter')
  const before = await paying.state(identity)
  await paying.enter(identity, 5 + 3)
  await paying.sandbox.advance((before?.periodEnd?.getTime() ?? 0) / 1_000 + 60)
  const [item] = await paying.billing.items.of(identity.userId)
  if (!item || !before?.periodStart) throw new Error('nothing was billed')
  return { userId: identity.userId, item, period: before.periodStart, customer: before.stripeCustomerId ?? '' }
}

test('200: ledger and invoices that agree', async () => {
  const { userId } = await billed()
  expect(await look(userId)).toEqual({ accounts: 1, differences: [] })
  await paying.subscriber('pro')
  expect(await look()).toEqual({ accounts: 2, differences: [] })
})

test('200: accounts that began a checkout, and none else, are looked through without a subscription', async () => {
  await paying.checkout('starter', newIdentity())
  await paying.billing.subscriptions.begin(randomUUID(), new Date())
  expect(await look()).toEqual({ accounts: 1, differences: [] })
})

test('200: an account that has two subscriptions at Stripe', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  const [method] = (await paying.stripe.paymentMethods.list({ customer })).data
  const price = paying.priceId('pro')
  await paying.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: method?.id ?? '',
  })
  const differences = [
    { userId: identity.userId, kind: 'subscription', sentence: 'The subscription is one of 2 at Stripe' },
  ]
  expect(await look(identity.userId)).toEqual({ accounts: 1, differences })
})

test('200: a row that is on no invoice, until it is billed', async () => {
  const { userId, period } = await billed()
  await paying.billing.ledger.enter({ _id: randomUUID(), userId, period, segment: period, completedAt: period })
  expect((await look()).differences).toEqual([
    {
      userId,
      kind: 'not-billed',
      sentence: `1 calls past the limit of the starter plan from ${period.toISOString()} are on no invoice`,
    },
  ])
})

test('200: an item that Stripe lacks, has twice, has otherwise, or that nobody here knows', async () => {
  const { userId, item, customer } = await billed()
  const copy = (key: string, quantity: number) =>
    paying.stripe.invoiceItems.create({ customer, currency: 'usd', amount: quantity * 4, metadata: { key } })
  const second = await copy(item._id, 3)
  expect(await kinds(userId)).toEqual(['item-twice'])
  await paying.stripe.invoiceItems.del(item.invoiceItemId ?? '')
  expect(await kinds(userId)).toEqual(['wrong-quantity'])
  await paying.stripe.invoiceItems.del(second.id)
  expect(await kinds(userId)).toEqual(['missing-item'])
  await copy('another', 1)
  expect(await kinds(userId)).toEqual(['missing-item', 'unknown-item'])
})

test('200: bonus calls that were billed a year later, though nobody knows their balance any more', async () => {
  const { userId, item } = await billed()
  // Jobs knows that three bonus calls were used, and the segment no more.
  const present = { start: new Date().toISOString(), bonusBalance: 0, bonusSpent: 3, isPresent: true }
  paying.billing.segments.set(userId, [present])
  expect((await look(userId)).differences).toEqual([
    { userId, kind: 'bonus-billed', sentence: `${item.quantity} calls are billed that were bonus calls` },
  ])
})

test('200: rows of a segment that is not known here', async () => {
  const { userId, period } = await billed()
  const segment = new Date(period.getTime() + 86_400_000)
  await paying.billing.ledger.enter({ _id: randomUUID(), userId, period, segment, completedAt: segment })
  expect(await kinds(userId)).toEqual(['row-without-terms'])
})

test('200: a subscription that has another state at Stripe, which is not mended', async () => {
  const { userId } = await billed()
  paying.reachable(false)
  const before = await paying.billing.subscriptions.read(userId)
  await paying.stripe.subscriptions.cancel(before?.stripeSubscriptionId ?? '')
  expect(await kinds(userId)).toEqual(['subscription'])
  expect(await paying.billing.subscriptions.read(userId)).toMatchObject({ tier: 'starter' })
})

test('each night one replica looks through all accounts, and counts what it finds', async () => {
  const { userId, period } = await billed()
  await paying.billing.ledger.enter({ _id: randomUUID(), userId, period, segment: period, completedAt: period })
  const counted = async () =>
    (await register.getSingleMetricAsString('billing_differences')).match(/not-billed"} (\d+)/)?.[1]
  let time = new Date('2027-03-01T01:00:00Z')
  const deps = { ...paying.stripeDeps, chores: paying.billing.chores, clock: { now: () => time } }
  register.resetMetrics()
  await sweepNightly(deps)
  expect(await counted()).not.toBe('1')
  time = new Date('2027-03-01T03:00:00Z')
  await sweepNightly(deps)
  expect(await counted()).toBe('1')
  expect((await paying.billing.chores.lease(new Date('2027-03-02T02:59:59Z'))).leased).toEqual([])
  expect((await paying.billing.chores.lease(new Date('2027-03-02T03:00:00Z'))).leased).toHaveLength(1)
})

test.each([
  ['2027-03-01T02:59:59Z', '2027-03-01T03:00:00Z'],
  ['2027-03-01T03:00:00Z', '2027-03-02T03:00:00Z'],
])('after %s the next night is %s', (now, night) => {
  expect(nextNight(new Date(now))).toEqual(new Date(night))
})

test('404: an account that is none', async () => {
  const token = callers.internal('operator')
  expect(await paying.billing.request('GET', `${path}?userId=${randomUUID()}`, token)).toMatchObject(
    problem(404, 'No such account', 'account_not_found'),
  )
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
