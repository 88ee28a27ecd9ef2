import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../src/domain/subscription.ts'
import { reconcile } from '../../src/lifecycle/reconcile.ts'
import { sweepOverage } from '../../src/lifecycle/start-sweeps.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

/** The plans as sold, with few calls. */
const fewCalls: Record<string, number> = { free: 2, starter: 5, creator: 8, pro: 10 }
const plans = standardPlans.map((plan) => ({ ...plan, apiCallsLimit: fewCalls[plan.name] ?? plan.apiCallsLimit }))

let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const upgrade = (identity: Identity, tier: 'creator' | 'pro') =>
  paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId(tier) })
const customerOf = async (identity: Identity) => (await paying.state(identity))?.stripeCustomerId ?? ''
const period = async (identity: Identity) => {
  const { periodStart, periodEnd } = (await paying.state(identity)) ?? {}
  if (!periodStart || !periodEnd) throw new Error('there is no period')
  return { periodStart, periodEnd }
}
/** Some time after the present period's end: its invoice is a draft for an hour. */
async function passPeriod(identity: Identity, secondsAfter = 3_700): Promise<void> {
  await paying.sandbox.advance((await period(identity)).periodEnd.getTime() / 1_000 + secondsAfter)
}
/** The next tries of what was refused, and what waited for them. */
async function passRetry(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await paying.sandbox.advance(paying.sandbox.now() + 3_700)
}
const itemsOf = async (identity: Identity) =>
  (await paying.stripe.invoiceItems.list({ customer: await customerOf(identity), limit: 100 })).data
    .filter(({ proration }) => !proration)
    .map(({ quantity, amount, metadata }) => [metadata?.segment, quantity, amount])
const invoicesOf = async (identity: Identity) =>
  (await paying.stripe.invoices.list({ customer: await customerOf(identity), limit: 100 })).data
const totals = async (identity: Identity) => (await invoicesOf(identity)).map(({ total, status }) => [total, status])

test('calls past the plan are one item on the invoice of the next period', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart } = await period(identity)
  await paying.enter(identity, 5 + 7)
  await passPeriod(identity)
  expect(await itemsOf(identity)).toEqual([[periodStart.toISOString(), 7, 28]])
  expect(await totals(identity)).toEqual([
    [3_928, 'paid'],
    [3_900, 'paid'],
  ])
  await paying.settle()
  expect(await itemsOf(identity)).toHaveLength(1)
})

test('nothing is billed of calls that the plan has', async () => {
  const identity = await paying.subscriber('starter')
  await paying.enter(identity, 5)
  await passPeriod(identity)
  expect([await itemsOf(identity), await totals(identity)]).toEqual([
    [],
    [
      [3_900, 'paid'],
      [3_900, 'paid'],
    ],
  ])
})

test.each([
  [1, 3],
  [2, 5],
  [3, 8],
  [4, 10],
])('%i calls at 2.5 cents are %i cents: half a cent is rounded up', async (calls, cents) => {
  const identity = await paying.subscriber('pro')
  await paying.enter(identity, 10 + calls)
  await passPeriod(identity)
  expect((await totals(identity))[0]).toEqual([19_900 + cents, 'paid'])
})

test('each part of a period is billed by its own plan, both on the one invoice', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart } = await period(identity)
  await paying.enter(identity, 5 + 3)
  expect((await upgrade(identity, 'pro')).status).toBe(200)
  const segment = (await paying.state(identity))?.segmentStart
  // The first five of the new plan's ten are used up; the three are paid.
  await paying.enter(identity, 5 + 2)
  await passPeriod(identity)
  expect((await itemsOf(identity)).sort()).toEqual([
    [periodStart.toISOString(), 3, 12],
    [segment?.toISOString(), 2, 5],
  ])
  expect((await totals(identity))[0]).toEqual([19_900 + 12 + 5, 'paid'])
})

test('bonus calls of a segment are not billed', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart } = await period(identity)
  paying.billing.segments.set(identity.userId, [
    { start: periodStart.toISOString(), bonusBalance: 4, isPresent: false },
  ])
  await paying.enter(identity, 5 + 6)
  await passPeriod(identity)
  expect(await itemsOf(identity)).toEqual([[periodStart.toISOString(), 2, 8]])
})

test('bonus calls of a segment stay bonus calls, though jobs forgets it, and a call that ends late is billed alone', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart } = await period(identity)
  const start = periodStart.toISOString()
  paying.billing.segments.set(identity.userId, [{ start, bonusBalance: 4, isPresent: false }])
  await paying.enter(identity, 5 + 3)
  await passPeriod(identity)
  paying.billing.segments.set(identity.userId, [])
  await passPeriod(identity)
  expect(await itemsOf(identity)).toEqual([])
  const row = { userId: identity.userId, period: periodStart, segment: periodStart, completedAt: periodStart }
  for (const _id of ['the last bonus call', 'one past it']) await paying.billing.ledger.enter({ _id, ...row })
  await passPeriod(identity)
  expect(await itemsOf(identity)).toEqual([[start, 1, 4]])
  expect(await reconcile(paying.stripeDeps, (await paying.state(identity)) as Subscription)).toEqual([])
})

test('a row that comes later is an item of its own, on the next invoice', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart } = await period(identity)
  await paying.enter(identity, 5 + 1)
  const row = { userId: identity.userId, period: periodStart, segment: periodStart, completedAt: periodStart }
  await passPeriod(identity)
  await paying.billing.ledger.enter({ _id: 'late', ...row })
  await paying.billing.subscriptions.billLateRow({ _id: 'late', ...row }, new Date(0))
  await sweepOverage(paying.stripeDeps)
  expect((await totals(identity)).map(([total]) => total)).toEqual([3_904, 3_900])
  await passPeriod(identity)
  expect((await totals(identity)).map(([total]) => total)).toEqual([3_904, 3_904, 3_900])
  const keys = (await paying.billing.items.of(identity.userId)).map(({ _id }) => _id)
  expect(keys).toEqual([keys[0], `${keys[0]}:1`])
})

describe('while jobs takes calls from the period still', () => {
  test('its invoice stays a draft, and takes the overage afterwards', async () => {
    const identity = await paying.subscriber('starter')
    const { periodStart } = await period(identity)
    const start = periodStart.toISOString()
    paying.billing.segments.set(identity.userId, [{ start, bonusBalance: 0, isPresent: true }])
    await paying.enter(identity, 5 + 1)
    await passPeriod(identity)
    expect([(await totals(identity))[0], await itemsOf(identity)]).toEqual([[3_900, 'draft'], []])
    await paying.billing.ledger.enter({
      _id: 'last',
      userId: identity.userId,
      period: periodStart,
      segment: periodStart,
      completedAt: periodStart,
    })
    paying.billing.segments.set(identity.userId, [{ start, bonusBalance: 0, isPresent: false }])
    await passRetry()
    expect([(await totals(identity))[0], await itemsOf(identity)]).toEqual([[3_908, 'paid'], [[start, 2, 8]]])
  })

  test('or jobs is unavailable: nothing is billed, and nothing lost', async () => {
    const identity = await paying.subscriber('starter')
    await paying.enter(identity, 5 + 1)
    const { segments } = paying.billing.deps.jobs
    paying.stripeDeps.jobs.segments = () => Promise.reject(new Error('jobs is unavailable'))
    await passPeriod(identity)
    expect((await totals(identity))[0]).toEqual([3_900, 'draft'])
    paying.stripeDeps.jobs.segments = segments
    paying.billing.deps.jobs.segments = segments
    await passRetry()
    expect((await totals(identity))[0]).toEqual([3_904, 'paid'])
  })
})

test('an item that was meant for a draft goes onto the next invoice once that is finalized', async () => {
  const identity = await paying.subscriber('starter')
  await paying.enter(identity, 5 + 1)
  const { invoiceItems, invoices } = paying.payments.stripe
  const create = invoiceItems.create.bind(invoiceItems)
  let isFirst = true
  invoiceItems.create = (async (params: { invoice?: string }, options: object) => {
    if (isFirst && params.invoice) await invoices.finalizeInvoice(params.invoice)
    isFirst = false
    return create(params as never, options)
  }) as never
  await passPeriod(identity)
  invoiceItems.create = create as never
  expect((await totals(identity)).map(([total]) => total)).toEqual([3_900, 3_900])
  await passPeriod(identity)
  expect((await totals(identity)).map(([total]) => total)).toEqual([3_904, 3_900, 3_900])
})

test('after the end of a subscription its overage gets an invoice of its own', async () => {
  const identity = await paying.subscriber('starter')
  await paying.enter(identity, 5 + 2)
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', status: 'canceled' })
  await passPeriod(identity)
  expect(await paying.state(identity)).toMatchObject({ tier: 'free', status: 'active' })
  await sweepOverage(paying.stripeDeps)
  await paying.sandbox.advance(paying.sandbox.now() + 3_700)
  expect(await totals(identity)).toEqual([
    [8, 'paid'],
    [3_900, 'paid'],
  ])
})

test('an invoice that is not paid at the renewal keeps the plan, past due, and a card that pays mends it', async () => {
  const identity = await paying.subscriber('starter', cards.failsLater)
  await passPeriod(identity)
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', status: 'past_due' })
  const [open] = await invoicesOf(identity)
  await paying.stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' }).catch(async () => {
    const method = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer: await customerOf(identity) })
    await paying.stripe.invoices.pay(open?.id ?? '', { payment_method: method.id })
  })
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', status: 'active' })
})

test('a plan that was to follow follows at the period’s end', async () => {
  const identity = await paying.subscriber('pro')
  await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('starter') })
  await passPeriod(identity)
  const state = await paying.state(identity)
  expect(state).toMatchObject({ tier: 'starter', status: 'active', terms: [{ tier: 'pro' }, { tier: 'starter' }] })
  expect(state).not.toHaveProperty('nextTier')
  expect(state).not.toHaveProperty('segmentStart')
  expect((await totals(identity))[0]).toEqual([3_900, 'paid'])
})
