import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../src/domain/subscription.ts'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
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
/** The end of a plan, and the bill of its last period. */
async function endNow(identity: Identity): Promise<void> {
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
  await paying.sandbox.deliver()
  await paying.sandbox.advance(paying.sandbox.now() + 60)
  await sweepOverage(paying.stripeDeps)
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
  const [item] = (await paying.stripe.invoiceItems.list({ customer: await customerOf(identity) })).data
  const seconds = (date: Date) => date.getTime() / 1_000
  expect(item?.period).toEqual({ start: seconds(periodStart), end: seconds((await period(identity)).periodStart) })
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
  await paying.billing.subscriptions.billRow({ _id: 'late', ...row }, new Date(0))
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

test('the last invoice is charged to the card of the subscription, and the customer’s own card stays as it is', async () => {
  const identity = await paying.subscriber('starter')
  await paying.enter(identity, 5 + 2)
  const customer = await customerOf(identity)
  const other = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const ownCard = { default_payment_method: other.id }
  await paying.stripe.customers.update(customer, { invoice_settings: ownCard })
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  const { default_payment_method: card } = await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)
  await endNow(identity)
  const [last] = await invoicesOf(identity)
  expect([last?.total, last?.default_payment_method]).toEqual([8, card])
  expect(await paying.stripe.customers.retrieve(customer)).toMatchObject({ invoice_settings: ownCard })
})

describe('what Stripe refuses', () => {
  const refusal = (code: string, param?: string) =>
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'No',
      code,
      ...(param && { param }),
    } as never)
  const kinds = async (identity: Identity) =>
    (await reconcile(paying.stripeDeps, (await paying.state(identity)) as Subscription)).map(({ kind }) => kind)
  /** Stripe refuses such calls once, or until the test is over. */
  function refuse(
    resource: 'invoices' | 'invoiceItems',
    error: Error,
    isRefused: (params: object) => boolean = () => true,
  ) {
    const object = paying.payments.stripe[resource]
    const create = object.create.bind(object) as (...given: unknown[]) => Promise<unknown>
    object.create = ((params: object, options: object) =>
      isRefused(params) ? Promise.reject(error) : create(params, options)) as never
    return () => {
      object.create = create as never
    }
  }
  /** A sweep so long after, whatever pause a failure has made. */
  const sweepLater = (hours: number) => {
    const clock = { now: () => new Date((paying.sandbox.now() + hours * 3_600) * 1_000) }
    return sweepOverage({ ...paying.stripeDeps, clock })
  }

  test('a last invoice is not made, tried again, told at night, and made in the end', async () => {
    const identity = await paying.subscriber('starter')
    await paying.enter(identity, 5 + 2)
    const accept = refuse('invoices', refusal('customer_tax_location_invalid'))
    await endNow(identity)
    const before = await paying.state(identity)
    expect(before).toMatchObject({ billDueAt: expect.any(Date), billFailedAt: expect.any(Date) })
    await paying.sandbox.advance(paying.sandbox.now() + 3 * 24 * 3_600)
    expect(await kinds(identity)).toEqual(['unsent-item', 'not-invoiced'])
    await sweepLater(0)
    const paused = await paying.state(identity)
    // Three days after the first failure the pause has grown to its bound.
    expect((paused?.billDueAt?.getTime() ?? 0) - paying.sandbox.now() * 1_000).toBe(600_000)
    accept()
    await sweepLater(1)
    expect(await kinds(identity)).toEqual([])
    expect((await totals(identity)).map(([total]) => total)).toEqual([8, 3_900])
    expect(await paying.state(identity)).not.toHaveProperty('billFailedAt')
  })

  test('an item for a draft for another reason than that it is finalized stays meant for it', async () => {
    const identity = await paying.subscriber('starter')
    await paying.enter(identity, 5 + 1)
    const accept = refuse('invoiceItems', refusal('customer_tax_location_invalid'))
    await passPeriod(identity, 60)
    const [item] = await paying.billing.items.of(identity.userId)
    expect(item).toMatchObject({ unsent: true, invoiceId: expect.any(String) })
    accept()
    await sweepLater(1)
    expect((await paying.billing.items.of(identity.userId))[0]).toMatchObject({ invoiceId: item?.invoiceId })
    expect(await itemsOf(identity)).toHaveLength(1)
  })

  test('an item for a draft that a person has deleted goes onto the next invoice', async () => {
    const identity = await paying.subscriber('starter')
    await paying.enter(identity, 5 + 1)
    const accept = refuse('invoiceItems', refusal('resource_missing', 'invoice'), (params) => 'invoice' in params)
    await passPeriod(identity)
    accept()
    expect(await itemsOf(identity)).toHaveLength(1)
    expect((await paying.billing.items.of(identity.userId))[0]).not.toHaveProperty('invoiceId')
  })

  test('one item holds up no other', async () => {
    const identity = await paying.subscriber('starter')
    const { periodStart } = await period(identity)
    await paying.enter(identity, 5 + 3)
    expect((await upgrade(identity, 'pro')).status).toBe(200)
    await paying.enter(identity, 5 + 2)
    const segment = periodStart.toISOString()
    const accept = refuse('invoiceItems', refusal('parameter_invalid_integer'), (params) =>
      JSON.stringify(params).includes(`"segment":"${segment}"`),
    )
    await passPeriod(identity, 60)
    expect((await itemsOf(identity)).map(([, quantity]) => quantity)).toEqual([2])
    accept()
    await sweepLater(1)
    expect((await itemsOf(identity)).map(([, quantity]) => quantity).sort()).toEqual([2, 3])
  })
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
