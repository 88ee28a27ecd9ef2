import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { CallRefused } from '@utter/http/call'
import { invalid, problem } from '@utter/testing/problems'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying, type Paying } from '../../support/open-paying.ts'

const path = '/internal/billing/reconcile'
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

type Found = { accounts: number; differences: { userId: string; kind: string; sentence: string }[] }
const operator = callers.internal('operator')
const look = async (userId: string): Promise<Found> =>
  (await paying.billing.request('GET', `${path}?userId=${userId}`, operator)).body
const kinds = async (userId: string) => (await look(userId)).differences.map(({ kind }) => kind)
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
    {
      userId: identity.userId,
      kind: 'subscription',
      sentence: 'The subscription is one of 2 at Stripe; it was refreshed',
    },
  ]
  expect(await look(identity.userId)).toEqual({ accounts: 1, differences })
})

test('200: a row that is on no invoice, until it is billed', async () => {
  const { userId, period } = await billed()
  await paying.billing.ledger.enter({ _id: randomUUID(), userId, period, segment: period, completedAt: period })
  expect((await look(userId)).differences).toEqual([
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
    {
      userId,
      kind: 'bonus-billed',
      sentence: `${item.quantity} bonus calls that jobs counts are billed, or lack in the ledger`,
    },
  ])
})

test('200: rows of a segment that is not known here', async () => {
  const { userId, period } = await billed()
  const segment = new Date(period.getTime() + 86_400_000)
  await paying.billing.ledger.enter({ _id: randomUUID(), userId, period, segment, completedAt: segment })
  expect(await kinds(userId)).toEqual(['row-without-terms'])
})

test('200: an account that could not be compared', async () => {
  const { userId } = await billed()
  paying.billing.deps.jobs.segments = async () => {
    throw new CallRefused(503, '')
  }
  const sentence = 'The account was not compared: jobs answers with 503'
  expect((await look(userId)).differences).toEqual([{ userId, kind: 'not-compared', sentence }])
})

test('400: no account', async () => {
  expect(await paying.billing.request('GET', path, operator)).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('404: an account that is none', async () => {
  expect(await paying.billing.request('GET', `${path}?userId=${randomUUID()}`, operator)).toMatchObject(
    problem(404, 'No such account', 'account_not_found'),
  )
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', `${path}?userId=${randomUUID()}`, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
