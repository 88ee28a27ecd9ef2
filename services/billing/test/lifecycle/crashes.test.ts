import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { expect, test } from 'vitest'
import { billOverage } from '../../src/lifecycle/bills/bill-overage.ts'
import { reconcile } from '../../src/lifecycle/comparison/reconcile.ts'
import { handleEvent } from '../../src/lifecycle/handle-event.ts'
import { openCheckout } from '../../src/lifecycle/plans/open-checkout.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying } from '../support/open-paying.ts'

const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))

const paying = await closedAfterAll(openPaying({ plans }))
// No event does what a test is about to do.
for (const { id } of (await paying.stripe.webhookEndpoints.list()).data) await paying.stripe.webhookEndpoints.del(id)

/** The same stores and the same Stripe in a process that dies after its nth call took effect and before it returned. */
function mortal(n: number) {
  const { mortally, isDead } = createMortal(n)
  // A list is read page by page.
  const resource = <Of extends object>(object: Of) => mortally(object, ['list'])
  const { subscriptions, ledger, events, items } = paying.stripeDeps
  const { stripe } = paying.payments
  const resources = {
    customers: resource(stripe.customers),
    invoiceItems: resource(stripe.invoiceItems),
    invoices: resource(stripe.invoices),
    subscriptions: resource(stripe.subscriptions),
    checkout: { sessions: resource(stripe.checkout.sessions) },
  }
  const deps = {
    ...paying.billing.deps,
    ...paying.stripeDeps,
    subscriptions: mortally(subscriptions),
    ledger: mortally(ledger),
    events: mortally(events),
    items: mortally(items),
    payments: { ...paying.payments, stripe: Object.assign(Object.create(stripe), resources) as typeof stripe },
  }
  return { deps, isDead }
}

/** The act with a death at each of its steps in turn, until it lives through all of them. */
async function dieAtEachStep(act: (deps: ReturnType<typeof mortal>['deps'], step: number) => Promise<unknown>) {
  for (let n = 0; n < 60; n++) {
    const { deps, isDead } = mortal(n)
    await act(deps, n).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    if (!isDead()) return n
  }
  throw new Error('the act has no end')
}

/** An account whose period with overage is over, and of which nothing is billed. */
async function withOverage() {
  const identity = newIdentity()
  await paying.sandbox.finishCheckout(await paying.checkout('starter', identity))
  const before = await refresh(paying.stripeDeps, identity.userId)
  await paying.enter(identity, 5 + 3)
  await paying.sandbox.advance((before?.periodEnd?.getTime() ?? 0) / 1_000 + 60)
  await refresh(paying.stripeDeps, identity.userId)
  return identity.userId
}
const read = async (userId: string) => {
  const subscription = await paying.billing.subscriptions.read(userId)
  if (!subscription) throw new Error('there is no account')
  return subscription
}
async function expectBilledOnce(userId: string, what: string): Promise<void> {
  // Other tests move the clock too.
  await refresh(paying.stripeDeps, userId)
  const account = await read(userId)
  const { data } = await paying.stripe.invoiceItems.list({ customer: account.stripeCustomerId ?? '' })
  expect(
    data.map(({ quantity }) => quantity),
    what,
  ).toEqual([3])
  expect(await reconcile(paying.stripeDeps, account), what).toEqual([])
}

test('a bill that dies at any of its steps is finished by the next one, with one item', async () => {
  const dead: [string, string][] = []
  const steps = await dieAtEachStep(async (deps, step) => {
    const userId = await withOverage()
    dead.push([userId, `dead after step ${step}`])
    await billOverage(deps, await read(userId))
  })
  expect(steps).toBeGreaterThan(5)
  for (const [userId, what] of dead) {
    await billOverage(paying.stripeDeps, await read(userId))
    await billOverage(paying.stripeDeps, await read(userId))
    await expectBilledOnce(userId, what)
  }
})

test('an item is found though Stripe has forgotten its key, and its answer was lost', async () => {
  const userId = await withOverage()
  const { invoiceItems } = paying.payments.stripe
  const create = invoiceItems.create.bind(invoiceItems)
  invoiceItems.create = (async (params: never, options: { idempotencyKey: string }) => {
    await create(params, { ...options, idempotencyKey: randomUUID() })
    throw new Error('the answer was lost')
  }) as never
  await expect(billOverage(paying.stripeDeps, await read(userId))).rejects.toThrow('the answer was lost')
  invoiceItems.create = create as never
  await billOverage(paying.stripeDeps, await read(userId))
  await expectBilledOnce(userId, 'after a lost answer')
})

test('ten processes that bill the same account at once make one item', async () => {
  const userId = await withOverage()
  const account = await read(userId)
  await Promise.all(Array.from({ length: 10 }, () => billOverage(paying.stripeDeps, account)))
  await expectBilledOnce(userId, 'at once')
})

test('an event whose handling dies at any of its steps is handled by the next one', async () => {
  const dead: [string, string][] = []
  await dieAtEachStep(async (deps, step) => {
    const identity = newIdentity()
    await paying.sandbox.finishCheckout(await paying.checkout('starter', identity))
    const { stripeCustomerId: customerId = '' } = await read(identity.userId)
    const event = { _id: `evt_${step}`, type: 'checkout.session.completed', customerId, at: new Date(0) }
    await paying.billing.events.receive(event, new Date(0))
    dead.push([identity.userId, event._id])
    await handleEvent(deps, event)
  })
  expect(dead.length).toBeGreaterThan(2)
  const { leased } = await paying.billing.events.leaseUnhandled(new Date(), 100)
  for (const event of leased) await handleEvent(paying.stripeDeps, event)
  for (const [userId, what] of dead) expect(await read(userId), what).toMatchObject({ tier: 'starter', version: 1 })
  expect((await paying.billing.events.leaseUnhandled(new Date(8e15), 100)).found).toBe(0)
})

test('a checkout that dies at any of its steps leaves one customer, whatever is begun after it', async () => {
  const begun: ReturnType<typeof newIdentity>[] = []
  await dieAtEachStep(async (deps) => {
    const identity = newIdentity()
    begun.push(identity)
    await openCheckout(deps, deps.payments, identity, paying.priceId('starter'))
  })
  expect(begun.length).toBeGreaterThan(5)
  const known = new Map<string, number>()
  for (const identity of begun) {
    const url = await paying.checkout('starter', identity)
    await paying.sandbox.finishCheckout(url)
    known.set(identity.userId, 0)
  }
  for (const { userId } of begun) await refresh(paying.stripeDeps, userId)
  for await (const { metadata } of paying.stripe.customers.list({ limit: 100 }))
    if (known.has(metadata.userId ?? '')) known.set(metadata.userId ?? '', (known.get(metadata.userId ?? '') ?? 0) + 1)
  expect(new Set(known.values())).toEqual(new Set([1]))
  for (const identity of begun) expect(await read(identity.userId)).toMatchObject({ tier: 'starter' })
})
