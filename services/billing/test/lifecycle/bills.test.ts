import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billOverage } from '../../src/lifecycle/bills/bill-overage.ts'
import { handleEvent } from '../../src/lifecycle/handle-event.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

/** The plans as sold, with few calls. */
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 2 } : plan))
let paying: Paying
beforeEach(async () => {
  paying = await openPaying({ plans })
})
afterEach(() => paying[Symbol.asyncDispose]())

const stateOf = async (identity: Identity) => {
  const state = await paying.state(identity)
  if (!state) throw new Error('there is no account')
  return state
}
const customer = (identity: Identity) => stateOf(identity).then(({ stripeCustomerId = '' }) => stripeCustomerId)
/** A subscriber whose first period is over and not billed yet, though its state is that of the second. */
async function renewed() {
  const identity = await paying.subscriber('starter')
  const { periodStart, periodEnd } = await stateOf(identity)
  paying.reachable(false)
  await paying.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 60)
  await refresh(paying.stripeDeps, identity.userId)
  /** @param isPresent whether jobs takes calls from the first period still */
  const hold = (isPresent: boolean) =>
    paying.billing.segments.set(identity.userId, [
      { start: periodStart?.toISOString() ?? '', bonusBalance: 0, isPresent },
    ])
  return { identity, hold }
}

test('an account that never paid owes nothing', async () => {
  const identity = newIdentity()
  await paying.checkout('starter', identity)
  expect(await billOverage(paying.stripeDeps, await stateOf(identity))).toBe(true)
})

test('a bill is looked through again 5 s later while jobs takes calls from its period, and then no more', async () => {
  const { identity, hold } = await renewed()
  const now = new Date()
  const bill = async () => billOverage({ ...paying.stripeDeps, clock: { now: () => now } }, await stateOf(identity))
  hold(true)
  expect([await bill(), (await stateOf(identity)).billDueAt]).toEqual([false, new Date(now.getTime() + 5_000)])
  hold(false)
  expect([await bill(), (await stateOf(identity)).billDueAt]).toEqual([true, undefined])
})

test('a call that is entered while its segment is billed keeps the bill due, whichever date it has', async () => {
  const { identity, hold } = await renewed()
  hold(false)
  const { ledger, subscriptions, items } = paying.billing
  const { userId, terms: [first] = [], billDueAt } = { userId: identity.userId, ...(await stateOf(identity)) }
  if (!first || !billDueAt) throw new Error('no bill is due')
  const enter = async (id: string) => {
    const row = { _id: id, userId, period: first.period, segment: first.segment, completedAt: first.period }
    await ledger.enter(row)
    await subscriptions.billRow(row, new Date(billDueAt.getTime() + 2_000))
  }
  for (const id of ['a', 'b', 'c']) await enter(id)
  const bySegment: typeof ledger.bySegment = async (...given) => {
    const rows = await ledger.bySegment(...given)
    await enter('the last')
    return rows
  }
  const bill = async (deps = paying.stripeDeps) => {
    await billOverage(deps, await stateOf(identity))
    return [(await items.of(userId)).map(({ quantity }) => quantity), (await stateOf(identity)).billDueAt]
  }
  expect(await bill({ ...paying.stripeDeps, ledger: { ...ledger, bySegment } })).toEqual([[1], billDueAt])
  expect(await bill()).toEqual([[1, 1], undefined])
})

test('calls that another process did not have when it intended the item are an item of their own, soon', async () => {
  const { identity, hold } = await renewed()
  hold(false)
  const { ledger, items } = paying.billing
  const { userId, terms: [first] = [] } = { userId: identity.userId, ...(await stateOf(identity)) }
  if (!first) throw new Error('there are no terms')
  const enter = (id: string) =>
    ledger.enter({ _id: id, userId, period: first.period, segment: first.segment, completedAt: first.period })
  for (const id of ['1', '2', '3']) await enter(id)
  expect(await billOverage(paying.stripeDeps, await stateOf(identity))).toBe(true)
  for (const id of ['4', '5']) await enter(id)
  // Its look at the items was before the other's intent.
  const behind = { ...paying.stripeDeps, items: { ...items, of: (() => Promise.resolve([])) as never } }
  expect(await billOverage(behind, await stateOf(identity))).toBe(false)
  expect((await stateOf(identity)).billDueAt).toBeInstanceOf(Date)
  expect(await billOverage(paying.stripeDeps, await stateOf(identity))).toBe(true)
  expect((await items.of(userId)).map(({ quantity }) => quantity)).toEqual([1, 2])
})

test('the item of a plan that has ended goes onto no draft of another account', async () => {
  const identity = await paying.subscriber('starter')
  const { periodStart, stripeSubscriptionId = '' } = await stateOf(identity)
  await paying.enter(identity, 2 + 3)
  await renewed()
  await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
  await refresh(paying.stripeDeps, identity.userId)
  const now = new Date()
  const { invoices } = paying.payments.stripe
  const unwanted = (() => Promise.reject(new Error('not wanted'))) as never
  // An account without a subscription has no draft, and Stripe would list those of all accounts.
  invoices.list = unwanted
  await billOverage({ ...paying.stripeDeps, clock: { now: () => now } }, await stateOf(identity))
  // Nothing is invoiced by itself twice.
  invoices.create = unwanted
  await billOverage(paying.stripeDeps, await stateOf(identity))
  const [item] = await paying.billing.items.of(identity.userId)
  expect(item).toMatchObject({ tier: 'starter', period: periodStart, isLast: true, at: now })
  expect(item).not.toHaveProperty('invoiceId')
})

describe('an event', () => {
  const created = async (identity: Identity, type = 'invoice.created') =>
    ({ _id: 'evt_1', type, customerId: await customer(identity), at: new Date() }) as const

  test.each<[string, string, () => Promise<Identity>]>([
    ['of a first invoice', 'invoice.created', () => paying.subscriber('starter')],
    ['of another kind', 'customer.subscription.updated', async () => (await renewed()).identity],
  ])('%s asks jobs nothing: %s', async (_name, type, account) => {
    const identity = await account()
    const jobs = { segments: () => Promise.reject(new Error('jobs is unavailable')) }
    expect(await handleEvent({ ...paying.stripeDeps, jobs }, await created(identity, type))).toBe(true)
  })

  test('of an invoice waits until jobs takes no more calls from the period before', async () => {
    const { identity, hold } = await renewed()
    hold(true)
    const { segments } = paying.stripeDeps.jobs
    const jobs = { segments: (userId: string) => segments(userId).finally(() => hold(false)) }
    const deps = { ...paying.stripeDeps, jobs, waitForJobsMs: 1_500 }
    expect(await handleEvent(deps, await created(identity))).toBe(true)
  })
})
