import { randomUUID } from 'node:crypto'
import { register } from 'prom-client'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastReconciliation, reconciliation, sweepNightly } from '../../src/lifecycle/comparison/nightly.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

type Deps = Paying['stripeDeps']
const night = new Date('2027-03-01T03:00:00Z')
const minutes = (count: number) => new Date(night.getTime() + count * 60_000)

let paying: Paying
let time: Date
beforeEach(async () => {
  paying = await openPaying()
  time = new Date('2027-03-01T01:00:00Z')
  await sweepNightly(deps())
  time = night
})
afterEach(() => paying[Symbol.asyncDispose]())

const deps = (changed: Partial<Deps> = {}): Deps => ({ ...paying.stripeDeps, clock: { now: () => time }, ...changed })
const found = async () => {
  const { accounts, differences } = await lastReconciliation(deps())
  return { accounts, kinds: differences.map(({ kind }) => kind) }
}
const gauge = async (name: string, label = '') =>
  Number(new RegExp(`^${name}${label} (\\S+)$`, 'm').exec(await register.getSingleMetricAsString(name))?.[1])

/** Accounts that began a checkout, and have calls past a plan that they had: jobs is asked about each. */
async function accounts(count: number): Promise<string[]> {
  const { subscriptions, ledger } = paying.billing
  const period = new Date('2026-12-01')
  const past = { period, segment: period }
  const terms = [{ ...past, tier: 'starter' as const, planCalls: 0, overagePrice: null }]
  const made = Array.from({ length: count }, async (_, index) => {
    const userId = randomUUID()
    await subscriptions.begin(userId, period)
    await subscriptions.saveCustomer(userId, `cus_${String(index).padStart(4, '0')}`)
    const account = await subscriptions.read(userId)
    if (account) await subscriptions.apply(account, { tier: 'free', status: 'active', terms }, period)
    await ledger.enter({ _id: randomUUID(), userId, ...past, completedAt: period })
    return userId
  })
  return Promise.all(made)
}
/** Jobs as it is, and what happens before each of its answers. */
const jobsThat = (before: (userId: string) => unknown): Partial<Deps> => ({
  jobs: {
    segments: async (userId) => {
      await before(userId)
      return []
    },
  },
})
const fail = () => {
  throw new Error('sk_test_secret: jobs has no answer')
}

test('an account without an answer of jobs is a difference, and all others are compared; both gauges are set', async () => {
  const [, second] = await accounts(3)
  await sweepNightly(deps(jobsThat((userId) => userId === second && fail())))
  expect(await found()).toEqual({ accounts: 3, kinds: ['not-compared'] })
  const sentence = 'The account was not compared: Error'
  expect((await lastReconciliation(deps())).differences).toEqual([{ userId: second, kind: 'not-compared', sentence }])
  expect(await gauge('billing_differences', '{kind="not-compared"}')).toBe(1)
  expect(await gauge('billing_compared_timestamp_seconds')).toBe(night.getTime() / 1_000)
})

test('after a restart the gauges show what is stored, and before the first comparison when it was planned', async () => {
  expect(await gauge('billing_compared_timestamp_seconds')).toBe(new Date('2027-03-01T01:00:00Z').getTime() / 1_000)
  await sweepNightly(deps())
  register.resetMetrics()
  time = minutes(1)
  await sweepNightly(deps())
  expect(await gauge('billing_compared_timestamp_seconds')).toBe(night.getTime() / 1_000)
  expect(await gauge('billing_differences', '{kind="not-compared"}')).toBe(0)
})

test('a customer that Stripe has deleted has no plan, and one that it never had keeps its own', async () => {
  const identities = [await paying.subscriber(), await paying.subscriber()]
  paying.reachable(false)
  const customers = await Promise.all(identities.map(async (one) => (await paying.state(one))?.stripeCustomerId ?? ''))
  await paying.stripe.customers.del(customers[0] ?? '')
  await paying.billing.subscriptions.forgetCustomer(identities[1]?.userId ?? '', customers[1] ?? '')
  await paying.billing.subscriptions.saveCustomer(identities[1]?.userId ?? '', 'cus_of_another_stripe')
  await sweepNightly(deps())
  const { differences } = await lastReconciliation(deps())
  const ofEach = identities.map(({ userId }) => differences.filter((one) => one.userId === userId))
  expect(ofEach).toMatchObject([
    [{ kind: 'subscription', sentence: 'The subscription has another state at Stripe; it was refreshed' }],
    [{ kind: 'unknown-customer', sentence: 'Stripe does not know the customer cus_of_another_stripe' }],
  ])
  const tiers = await Promise.all(identities.map(async (one) => (await paying.state(one))?.tier))
  expect(tiers).toEqual(['free', 'starter'])
})

test('a subscription whose change was missed is refreshed, and that this was needed is told', async () => {
  const identity = await paying.subscriber('pro')
  paying.reachable(false)
  await paying.stripe.subscriptions.cancel((await paying.state(identity))?.stripeSubscriptionId ?? '')
  await sweepNightly(deps())
  const sentence = 'The subscription has another state at Stripe; it was refreshed'
  expect((await lastReconciliation(deps())).differences).toEqual([
    { userId: identity.userId, kind: 'subscription', sentence },
  ])
  expect(await paying.state(identity)).toMatchObject({ tier: 'free' })
})

/** The calls to Stripe that something makes, without the ids in them. */
async function callsOf(act: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const listen = ({ method, path }: Stripe.RequestEvent) => calls.push(`${method} ${path.replace(/&?expand.*/, '')}`)
  paying.payments.stripe.on('request', listen)
  await act()
  paying.payments.stripe.off('request', listen)
  return calls
}

test("accounts that agree cost two of Stripe's lists together, and jobs none", async () => {
  for (const tier of ['starter', 'creator', 'pro'] as const) await paying.enter(await paying.subscriber(tier), 1)
  const calls = await callsOf(() => sweepNightly(deps(jobsThat(fail))))
  expect(calls.sort()).toEqual(['GET /v1/invoiceitems?limit=100', 'GET /v1/subscriptions?limit=100'])
  expect(await found()).toEqual({ accounts: 3, kinds: [] })
})

/** Stripe as it is, but for the lists of all customers. */
function withoutLists(error: Error): Partial<Deps> {
  const { stripe } = paying.payments
  const list = (params: Stripe.InvoiceItemListParams) => {
    if (!params.customer) throw error
    return stripe.invoiceItems.list(params)
  }
  const broken = Object.create(stripe, { invoiceItems: { value: { list } } }) as Stripe
  return { payments: { ...paying.payments, stripe: broken } }
}

test("where Stripe's lists can't be read, each account is asked about by itself", async () => {
  await paying.subscriber()
  const calls = await callsOf(() => sweepNightly(deps(withoutLists(new Error('no list')))))
  expect(calls.filter((path) => path.includes('customer='))).toHaveLength(2)
  expect(await found()).toEqual({ accounts: 1, kinds: [] })
})

test('while Stripe is busy nothing more is asked of it; at the third try each account is asked about', async () => {
  await paying.subscriber()
  const busy = withoutLists(new Stripe.errors.StripeRateLimitError({ message: 'Too many requests' } as never))
  for (const minute of [0, 1]) {
    time = minutes(minute)
    await expect(sweepNightly(deps(busy))).rejects.toThrow('Too many requests')
  }
  time = minutes(2)
  await sweepNightly(deps(busy))
  expect(await found()).toEqual({ accounts: 1, kinds: [] })
})

test('a process that stops leaves the rest at once, and another goes on behind the last page', async () => {
  const ids = await accounts(112)
  const stopping = new AbortController()
  const stopped = jobsThat((userId) => userId === ids[100] && stopping.abort())
  await expect(sweepNightly(deps(stopped), stopping.signal)).rejects.toThrow()
  expect(await lastReconciliation(deps())).toMatchObject({ compared: 100 })
  const asked: string[] = []
  await sweepNightly(deps(jobsThat((userId) => asked.push(userId))))
  expect(asked.sort()).toEqual(ids.slice(100).sort())
  expect(await found()).toEqual({ accounts: 112, kinds: [] })
})

test('a replica whose lease has ended keeps nothing; the one that took it goes on where that was', async () => {
  const ids = await accounts(102)
  const { chores } = paying.billing
  const late = jobsThat(async (userId) => {
    if (userId === ids[101]) await chores.take(reconciliation, minutes(20))
  })
  await expect(sweepNightly(deps(late))).rejects.toThrow('another replica has the comparison')
  expect((await chores.read(reconciliation))?.run).toMatchObject({ after: 'cus_0099', accounts: 100, tries: 1 })
})

test('while none of a page can be compared the run waits, and goes on at the third try', async () => {
  await accounts(2)
  for (const minute of [0, 1]) {
    time = minutes(minute)
    await expect(sweepNightly(deps(jobsThat(fail)))).rejects.toThrow('no account of a page')
    expect((await lastReconciliation(deps())).endedAt).toBeUndefined()
  }
  time = minutes(2)
  await sweepNightly(deps(jobsThat(fail)))
  expect(await found()).toEqual({ accounts: 2, kinds: ['not-compared', 'not-compared'] })
})
