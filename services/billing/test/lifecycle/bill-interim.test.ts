import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobFinished } from '../../src/consumes/job-finished.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import { billInterim } from '../../src/lifecycle/bills/bill-interim.ts'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { sweepInterim, sweepOverage } from '../../src/lifecycle/start-sweeps.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

/** Two calls a month, and four past them cost a dollar, which is the first step; the second is two. */
const plans = standardPlans.map((plan) =>
  plan.name === 'starter' ? { ...plan, apiCallsLimit: 2, overagePrice: 0.25 } : { ...plan, overagePrice: 0.25 },
)

let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const stateOf = async (identity: Identity) => (await paying.state(identity)) as Subscription
/** Jobs that end now, each with its event. */
async function finish(identity: Identity, calls: number): Promise<void> {
  const { periodStart, segmentStart } = await stateOf(identity)
  const period = periodStart?.toISOString()
  const handler = jobFinished(paying.billing.deps)
  for (let call = 0; call < calls; call++)
    await handler.handle(
      {
        ...{ jobId: randomUUID(), owed: true, status: 'completed', completedAt: new Date().toISOString() },
        ...{ period, segment: segmentStart?.toISOString() ?? period },
      } as never,
      { userId: identity.userId, version: 1, occurredAt: new Date().toISOString() },
    )
}
const bonus = async (identity: Identity, bonusBalance: number, isPresent = true) =>
  paying.billing.segments.set(identity.userId, [
    { start: (await stateOf(identity)).terms?.at(-1)?.segment.toISOString() ?? '', bonusBalance, isPresent },
  ])
/** The sweep, after the pause in which rows are gathered. */
async function sweep(): Promise<void> {
  const clock = { now: () => new Date((paying.sandbox.now() + 10) * 1_000) }
  await sweepInterim({ ...paying.stripeDeps, clock })
  await paying.sandbox.deliver()
}
async function passPeriod(identity: Identity): Promise<void> {
  await paying.sandbox.advance(((await stateOf(identity)).periodEnd?.getTime() ?? 0) / 1_000 + 3_700)
  await paying.settle()
}
const invoices = async (identity: Identity) =>
  (
    await paying.stripe.invoices.list({ customer: (await stateOf(identity)).stripeCustomerId ?? '', limit: 100 })
  ).data.map(({ total, status }) => [total, status])
const differences = async (identity: Identity) => reconcile(paying.stripeDeps, await stateOf(identity))
const plan = [3_900, 'paid']

test('overage is billed once it costs a step, the next of which is twice as high, and the rest at the period’s end', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 3)
  await sweep()
  expect(await invoices(identity)).toEqual([plan])
  await finish(identity, 2)
  await sweep()
  await sweep()
  expect(await invoices(identity)).toEqual([[125, 'paid'], plan])
  await finish(identity, 7)
  await sweep()
  expect(await invoices(identity)).toEqual([[125, 'paid'], plan])
  await finish(identity, 1)
  await sweep()
  expect(await invoices(identity)).toEqual([[200, 'paid'], [125, 'paid'], plan])
  expect(await differences(identity)).toEqual([])
  await finish(identity, 3)
  await passPeriod(identity)
  expect(await invoices(identity)).toEqual([[3_975, 'paid'], [200, 'paid'], [125, 'paid'], plan])
  expect((await paying.billing.items.of(identity.userId)).map(({ quantity }) => quantity)).toEqual([5, 8, 3])
  expect(await differences(identity)).toEqual([])
})

test('its item tells the time that it is for', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 4)
  await sweep()
  const { stripeCustomerId: customer = '', periodStart } = await stateOf(identity)
  const [item] = (await paying.stripe.invoiceItems.list({ customer })).data
  const [at] = (await paying.billing.items.of(identity.userId)).map((one) => one.at)
  const seconds = (date?: Date) => (date?.getTime() ?? 0) / 1_000
  expect(item?.period).toEqual({ start: seconds(periodStart), end: seconds(at) })
})

test('bonus calls are not billed, and the calls until the next look are counted with them', async () => {
  const identity = await paying.subscriber('starter')
  await bonus(identity, 10)
  await finish(identity, 1)
  await sweep()
  expect((await stateOf(identity)).interim).toMatchObject({ callsLeft: 2 + 10 + 4 - 1 })
  await finish(identity, 14)
  expect(await stateOf(identity)).not.toHaveProperty('interimDueAt')
  await finish(identity, 1)
  await sweep()
  expect(await invoices(identity)).toEqual([[100, 'paid'], plan])
})

test('a call whose end is consumed twice brings a look, and no bill', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 3)
  const { periodStart: segment = new Date(0) } = await stateOf(identity)
  for (let time = 0; time < 30; time++)
    await paying.billing.subscriptions.billRow(
      { _id: 'again', userId: identity.userId, period: segment, segment, completedAt: segment },
      new Date(0),
    )
  await sweep()
  expect([await invoices(identity), (await stateOf(identity)).interim?.callsLeft]).toEqual([[plan], 1])
})

test('bonus calls that are earned after it are given back at the period’s end, once', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 5)
  await sweep()
  await bonus(identity, 4, false)
  await finish(identity, 1)
  await sweep()
  expect((await stateOf(identity)).interim?.callsLeft).toBeGreaterThan(0)
  await passPeriod(identity)
  await passPeriod(identity)
  expect(await invoices(identity)).toEqual([[3_900, 'paid'], [3_900, 'paid'], [125, 'paid'], plan])
  const customer = (await stateOf(identity)).stripeCustomerId ?? ''
  const credits = (await paying.stripe.customers.listBalanceTransactions(customer)).data
  // Six calls past the plan, of which four were bonus calls: two are owed, of the five that are paid.
  expect(credits.filter(({ type }) => type === 'adjustment').map(({ amount }) => amount)).toEqual([-3 * 25])
  expect(await differences(identity)).toEqual([])
})

test('more calls than can be overage are a difference while the period goes on', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 4)
  await sweep()
  await paying.billing.database.collection('ledger').deleteOne({ userId: identity.userId })
  expect((await differences(identity)).map(({ kind }) => kind)).toEqual(['billed-too-much'])
})

test('an upgrade leaves what the earlier plan owes to the next step', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 3)
  await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('pro') })
  await paying.billing.database.collection('subscriptions').updateOne(
    { _id: identity.userId as never },
    { $set: { 'terms.$[last].planCalls': 0 } },
    {
      arrayFilters: [{ 'last.tier': 'pro' }],
    },
  )
  await finish(identity, 1)
  await sweep()
  const segments = await paying.billing.items.of(identity.userId)
  expect(segments.map(({ tier, quantity, isInterim }) => [tier, quantity, isInterim])).toEqual([
    ['starter', 3, true],
    ['pro', 1, true],
  ])
  expect((await invoices(identity))[0]).toEqual([100, 'paid'])
})

describe('an interim bill that the card does not pay', () => {
  test('ends overage, not the plan, until it is paid', async () => {
    const identity = await paying.subscriber('starter', cards.failsLater)
    await finish(identity, 2 + 4)
    await sweep()
    expect((await invoices(identity))[0]).toEqual([100, 'open'])
    expect(await stateOf(identity)).toMatchObject({ tier: 'starter', status: 'past_due' })
    expect(await differences(identity)).toEqual([])
    const customer = (await stateOf(identity)).stripeCustomerId ?? ''
    const card = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer })
    const [open] = (await paying.stripe.invoices.list({ customer, status: 'open' })).data
    await paying.stripe.invoices.pay(open?.id ?? '', { payment_method: card.id })
    await paying.sandbox.deliver()
    expect(await stateOf(identity)).toMatchObject({ tier: 'starter', status: 'active' })
    expect(await stateOf(identity)).not.toHaveProperty('unpaidBill')
  })

  test.each(['void', 'uncollectible'] as const)(
    'and is %s: overage is sold again only if it is void',
    async (status) => {
      const identity = await paying.subscriber('starter', cards.failsLater)
      await finish(identity, 2 + 4)
      await sweep()
      const { unpaidBill = '' } = await stateOf(identity)
      const { invoices: bills } = paying.stripe
      await (status === 'void' ? bills.voidInvoice(unpaidBill) : bills.markUncollectible(unpaidBill))
      await refresh(paying.stripeDeps, identity.userId)
      expect((await stateOf(identity)).status).toBe(status === 'void' ? 'active' : 'past_due')
    },
  )

  test('is given back in no part once it is given up', async () => {
    const identity = await paying.subscriber('starter', cards.failsLater)
    await finish(identity, 2 + 4)
    await sweep()
    await paying.stripe.invoices.voidInvoice((await stateOf(identity)).unpaidBill ?? '')
    await bonus(identity, 4, false)
    await passPeriod(identity)
    const customer = (await stateOf(identity)).stripeCustomerId ?? ''
    expect((await paying.stripe.customers.listBalanceTransactions(customer)).data).toEqual([])
  })
})

test('a bill that dies at any of its steps is finished by the next process, with one charge', async () => {
  const { stripe } = paying.payments
  for (let n = 0, isOver = false; !isOver; n++) {
    const identity = await paying.subscriber('starter')
    await finish(identity, 2 + 5)
    const { mortally, isDead } = createMortal(n)
    const resources = {
      invoiceItems: mortally(stripe.invoiceItems, ['list']),
      invoices: mortally(stripe.invoices, ['list']),
      subscriptions: mortally(stripe.subscriptions, ['list']),
    }
    const deps = {
      ...paying.stripeDeps,
      subscriptions: mortally(paying.stripeDeps.subscriptions),
      items: mortally(paying.stripeDeps.items),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(stripe), resources) as typeof stripe },
    }
    await billInterim(deps, await stateOf(identity)).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    isOver = !isDead()
    expect(n).toBeLessThan(40)
    await sweep()
    const [bill] = (await invoices(identity)).filter(([total]) => total !== 3_900 && total !== 0)
    expect(bill, `dead after step ${n}`).toEqual([125, 'paid'])
    expect(await differences(identity), `dead after step ${n}`).toEqual([])
    expect(await stateOf(identity), `dead after step ${n}`).not.toHaveProperty('interimDueAt')
  }
})

test('two processes at once, and the bill of the period’s end beside them, bill each call once', async () => {
  const identity = await paying.subscriber('starter')
  await finish(identity, 2 + 5)
  const account = await stateOf(identity)
  await Promise.all([1, 2, 3].map(() => billInterim(paying.stripeDeps, account)))
  await passPeriod(identity)
  await Promise.all([billInterim(paying.stripeDeps, account), sweepOverage(paying.stripeDeps)])
  const items = await paying.billing.items.of(identity.userId)
  expect(items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
  expect(await differences(identity)).toEqual([])
})
