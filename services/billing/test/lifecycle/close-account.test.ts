import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import { closeAccount } from '../../src/lifecycle/bills/close-account.ts'
import { followFormerCustomer } from '../../src/lifecycle/bills/follow-former-customer.ts'
import { openBilling } from '../support/open-billing.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

/** The plans as sold, with few calls. */
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
const hour = 3_600

let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const remove = ({ userId, signedUpAt }: Identity) =>
  accountState(paying.billing.deps).handle(
    { username: '', email: '', signedUpAt, deleted: true },
    { userId, version: 9, occurredAt: signedUpAt },
  )
/** So much time, with what is due in it. */
async function pass(seconds: number, steps = 4): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await paying.sandbox.advance(paying.sandbox.now() + Math.ceil(seconds / steps))
    await paying.settle()
  }
}
/** A subscriber who took so many calls past the plan, and whom jobs has erased, or not yet. */
async function debtor(calls: number, { card = cards.pays as string, isPresent = false } = {}) {
  const identity = await paying.subscriber('starter', card)
  const { periodStart, stripeCustomerId = '', stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  const start = periodStart?.toISOString() ?? ''
  const atJobs = (is: boolean) =>
    paying.billing.segments.set(identity.userId, [{ start, bonusBalance: 0, isPresent: is }])
  atJobs(isPresent)
  await paying.enter(identity, 5 + calls)
  return { identity, customer: stripeCustomerId, subscription: stripeSubscriptionId, atJobs }
}
const isGone = async (customer: string) => (await paying.stripe.customers.retrieve(customer)).deleted === true
const invoices = async (customer: string) =>
  (await paying.stripe.invoices.list({ customer, limit: 100 })).data.map(({ total, status }) => [total, status])

test('the subscription of a deleted account ends at once, and its customer’s data goes after a minute', async () => {
  const { identity, customer, subscription } = await debtor(0)
  await remove(identity)
  await paying.settle()
  expect(await paying.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
  expect(await isGone(customer)).toBe(false)
  await pass(90)
  expect([await paying.state(identity), await isGone(customer)]).toEqual([null, true])
  // Late events bring nothing back, and the erasure is repeated without harm.
  await paying.settle()
  await remove(identity)
  expect(await paying.state(identity)).toBeNull()
})

test('the calls past the plan of the last period are invoiced and paid before the customer goes', async () => {
  const { identity, customer } = await debtor(95)
  await remove(identity)
  await pass(90)
  expect(await invoices(customer)).toEqual([
    [380, 'draft'],
    [3_900, 'paid'],
  ])
  expect(await isGone(customer)).toBe(false)
  await pass(3 * hour)
  expect(await invoices(customer)).toEqual([
    [380, 'paid'],
    [3_900, 'paid'],
  ])
  expect([await paying.state(identity), await isGone(customer)]).toEqual([null, true])
  expect(await paying.billing.debts.latest(10)).toEqual([])
})

test('the bill waits until jobs has ended what the account had in flight', async () => {
  const { identity, customer, atJobs } = await debtor(10, { isPresent: true })
  await remove(identity)
  await pass(300)
  expect([(await invoices(customer)).length, await isGone(customer)]).toEqual([1, false])
  atJobs(false)
  await pass(3 * hour)
  expect((await invoices(customer))[0]).toEqual([40, 'paid'])
  expect(await isGone(customer)).toBe(true)
})

test('an invoice that no card pays is given up after thirty days, and stays as a debt without a name', async () => {
  const { identity, customer } = await debtor(100, { card: cards.failsLater })
  await remove(identity)
  await pass(29 * 24 * hour)
  expect([(await invoices(customer))[0], await isGone(customer)]).toEqual([[400, 'open'], false])
  await pass(2 * 24 * hour)
  expect([(await invoices(customer))[0], await isGone(customer)]).toEqual([[400, 'uncollectible'], true])
  const debt = { userId: identity.userId, customerId: customer, cents: 400 }
  expect([await paying.billing.debts.latest(10), await paying.state(identity)]).toMatchObject([[debt], null])
})

const disputeOf = async (customer: string) => {
  const [charge] = (await paying.stripe.charges.list({ customer })).data
  return (await paying.stripe.disputes.list({ charge: charge?.id ?? '' })).data[0]?.id ?? ''
}

test('a dispute that is lost once the account is gone, and its customer, is a debt without a name, each once', async () => {
  const { identity, customer } = await debtor(0, { card: cards.disputed })
  await remove(identity)
  await pass(90)
  expect(await isGone(customer)).toBe(true)
  const dispute = await disputeOf(customer)
  await paying.sandbox.setDelivery({ duplicate: true })
  await paying.stripe.disputes.close(dispute)
  await paying.settle()
  await paying.sandbox.setDelivery({ duplicate: false })
  expect(await paying.billing.debts.latest(10)).toMatchObject([
    { _id: dispute, userId: identity.userId, customerId: customer, cents: 3_900, currency: 'usd' },
  ])
  expect(await paying.state(identity)).toBeNull()
})

test.each([
  ['a debt', false, 1],
  ['none where it was forgiven', true, 0],
])('a dispute that an account had lost before it was deleted stays as %s', async (_what, isForgiven, count) => {
  const { identity, customer } = await debtor(0, { card: cards.disputed })
  await paying.stripe.disputes.close(await disputeOf(customer))
  await paying.settle()
  if (isForgiven) await paying.billing.subscriptions.forgive(identity.userId, new Date())
  await remove(identity)
  await pass(90)
  expect([await isGone(customer), (await paying.billing.debts.latest(10)).length]).toEqual([true, count])
  // Another one is lost: this one is looked at with it.
  await followFormerCustomer(paying.stripeDeps, 'charge.dispute.closed', customer)
  expect(await paying.billing.debts.latest(10)).toHaveLength(count)
})

test('the lost dispute of a customer is a debt while it is known as a former one of ours, for two years', async () => {
  const { identity, customer } = await debtor(0, { card: cards.disputed })
  await paying.stripe.disputes.close(await disputeOf(customer))
  const { formerCustomers, debts, deps } = paying.billing
  const debtsAfterEvent = async () => {
    await followFormerCustomer(paying.stripeDeps, 'charge.dispute.closed', customer)
    return (await debts.latest(10)).length
  }
  expect(await debtsAfterEvent()).toBe(0)
  const at = deps.clock.now()
  await formerCustomers.keep({ _id: customer, userId: identity.userId, forgiven: [], at })
  await formerCustomers.removeOld(new Date(at.getTime() + 719 * 24 * hour * 1_000))
  expect(await debtsAfterEvent()).toBe(1)
  await formerCustomers.removeOld(new Date(at.getTime() + 721 * 24 * hour * 1_000))
  expect(await formerCustomers.read(customer)).toBeNull()
})

test('a death at any step of giving up is made good by the next look', async () => {
  const gone: string[] = []
  for (let n = 1, isOver = false; !isOver; n++) {
    const { identity, customer } = await debtor(100, { card: cards.failsLater })
    await remove(identity)
    await pass(300)
    await paying.sandbox.advance(paying.sandbox.now() + 31 * 24 * hour)
    const { mortally, isDead } = createMortal(n)
    const { stripe: real } = paying.payments
    const resources = { customers: mortally(real.customers, ['retrieve']), invoices: mortally(real.invoices, ['list']) }
    const deps = {
      ...paying.stripeDeps,
      debts: mortally(paying.billing.debts),
      formerCustomers: mortally(paying.billing.formerCustomers),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    const account = await paying.state(identity)
    if (!account) throw new Error('it went too early')
    await closeAccount(deps, account).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    gone.push(customer)
    isOver = !isDead()
    await pass(2 * hour)
    expect([await paying.state(identity), await isGone(customer)]).toEqual([null, true])
    expect((await invoices(customer))[0]).toEqual([400, 'uncollectible'])
  }
  expect(gone).toHaveLength(5)
  expect((await paying.billing.debts.latest(10)).map(({ customerId }) => customerId).sort()).toEqual(gone.sort())
})

test('what is bought on a page that was open when the account was deleted ends as well', async () => {
  const { identity, customer } = await debtor(0)
  const { stripe } = paying
  await remove(identity)
  await paying.settle()
  const { items } = (await stripe.subscriptions.list({ customer, status: 'canceled' })).data[0] ?? {}
  const method = (await stripe.paymentMethods.list({ customer })).data[0]?.id ?? ''
  await paying.sandbox.advance(paying.sandbox.now() + 10)
  await stripe.subscriptions.create({
    customer,
    items: [{ price: items?.data[0]?.price.id ?? '' }],
    default_payment_method: method,
  })
  await pass(300)
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect(await paying.state(identity)).toBeNull()
})

test('while Stripe is unavailable the document stays, other events go on, and the end follows', async () => {
  const { identity, customer } = await debtor(0)
  const { subscriptions } = paying.payments.stripe
  const { list } = subscriptions
  const { StripeConnectionError } = (await import('stripe')).default.errors
  subscriptions.list = (() =>
    Promise.reject(new StripeConnectionError({ message: 'no', type: 'api_error' } as never))) as never
  await remove(identity)
  await paying.settle()
  expect(await paying.state(identity)).toMatchObject({ stripeCustomerId: customer })
  expect(await paying.billing.erasure.isDeleted(identity.userId)).toBe(true)
  subscriptions.list = list
  await pass(300)
  expect([await paying.state(identity), await isGone(customer)]).toEqual([null, true])
})

test('an account that never began to pay goes at once, and one whose customer Stripe has deleted after a minute', async () => {
  const [visitor, payer] = [newIdentity(), await paying.subscriber()]
  await paying.billing.subscriptions.begin(visitor.userId, new Date())
  await paying.stripe.customers.del((await paying.state(payer))?.stripeCustomerId ?? '')
  for (const { userId } of [visitor, payer]) await paying.billing.erasure.erase(userId)
  expect(await paying.state(visitor)).toBeNull()
  await pass(90)
  expect(await paying.state(payer)).toBeNull()
})

test('where nothing is sold any more, a customer of an earlier day is forgotten', async () => {
  await using billing = await openBilling()
  const { userId } = newIdentity()
  await billing.subscriptions.begin(userId, new Date())
  await billing.subscriptions.saveCustomer(userId, 'cus_1')
  await billing.erasure.erase(userId)
  expect(await billing.subscriptions.read(userId)).toBeNull()
})
