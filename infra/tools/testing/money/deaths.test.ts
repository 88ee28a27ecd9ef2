import { existsSync } from 'node:fs'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { eventually } from '@utter/testing/eventually'
import { arm } from '@utter/testing/faults/failpoints'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { halt, keepAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { periodOf, type TestSandbox, testSandbox } from '@utter/testing/setup/sandbox'
import { afterEach, beforeAll, expect, test } from 'vitest'

const { url } = ownPlatform()
const hour = 3_600

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await testSandbox()
})

afterEach(() => sandbox.endAll())

/** Failpoints between two writes of billing, each as it comes in the life of a subscription: it dies at all of a row, one after the other. */
const deaths = [
  ['customer-made', 'event-stored', 'item-intended'],
  ['customer-saved', 'object-fetched', 'item-made'],
  ['relayed', 'state-written', 'item-stored'],
  ['handled', 'event-applied'],
]

async function join() {
  const customer = await Customer.signUp(url)
  return { customer, payer: new Payer(customer) }
}
const meOf = async (customer: Customer) => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
/** Waits for a plan at account and at jobs, which consumes it apart: a call taken before belongs to the period before. */
const plan = (customer: Customer, tier: string) =>
  eventually(`the plan is ${tier}`, async () => {
    const usage = (await customer.get('/api/usage')).body as UsageView
    return usage.tier === tier && (await meOf(customer)).subscriptionTier === tier
  })

async function speak(customer: Customer, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const answer = await customer.speak('One.')
    expect(answer).toMatchObject({ status: 202 })
    expect((await customer.finished(jobIdOf(answer))).status).toBe('completed')
  }
}

/** The period ends, and what happens meanwhile is over when its invoice is paid. */
async function renewed(customer: Customer, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  const stripeCustomer = await sandbox.customerOf(customer.user?.id ?? '')
  const { end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  await Promise.all([meanwhile(), sandbox.advance(end + 60)])
  await eventually('the next period has begun', async () => (await meOf(customer)).apiCallsUsed === 0)
  await eventually('the overage is billed', async () => (await overageOf(stripeCustomer)).length > 0)
  await sandbox.advance(end + 2 * hour)
}

const overageOf = async (customer: string) =>
  (await sandbox.stripe.invoiceItems.list({ customer, limit: 100 })).data
    .filter(({ metadata }) => metadata?.segment)
    .map(({ quantity, pricing }) => [quantity, String(pricing?.unit_amount_decimal)])

/** Both calls are billed: as one item, or as two where a call was entered only after its invoice was finalized. */
async function expectBilledOnce(customer: Customer): Promise<void> {
  const stripeCustomer = await sandbox.customerOf(customer.user?.id ?? '')
  await eventually('both calls past the plan are billed', async () => {
    const items = await overageOf(stripeCustomer)
    const calls = items.reduce((sum, [quantity]) => sum + Number(quantity), 0)
    expect(calls).toBeLessThanOrEqual(2)
    expect(new Set(items.map(([, price]) => price))).toEqual(new Set(['4']))
    return calls === 2
  })
  await eventually('the ledger and the invoices are compared', async () => {
    const { differences } = await (await testOperator()).reconcileBilling(customer.email)
    expect(differences).toEqual([])
    return true
  })
  await expectAtRest(customer)
}

/** Plans are sold again, after a death before. */
const sold = (payer: Payer) => eventually('plans are sold', () => payer.priceOf('starter'))

test.each(deaths.map((failpoints) => ({ failpoints, title: failpoints.join(', ') })))(
  'billing dies at $title: the plan is there, and the overage is billed once',
  async ({ failpoints }) => {
    const { customer, payer } = await join()
    await sold(payer)
    const armed = failpoints.map((failpoint) => arm('billing', failpoint))
    // It may die while the request, or the form, is on its way.
    const address = await eventually('a checkout begins', () => payer.checkout('starter').catch(() => undefined))
    await payer.finish(address).catch(() => {})
    await plan(customer, 'starter')
    await speak(customer, 7)
    await renewed(customer)
    await eventually('it has died where it should', () => armed.every((file) => !existsSync(file)))
    await expectBilledOnce(customer)
  },
)

test('payments hang when a period ends: everything else goes on, and the overage of a period that ended is billed once', async () => {
  const { customer, payer } = await join()
  await sold(payer)
  await payer.subscribe('starter')
  await plan(customer, 'starter')
  await speak(customer, 6)
  const stripeCustomer = await sandbox.customerOf(customer.user?.id ?? '')
  const { end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  // It ends while the answer of the portal is waited for.
  await sandbox.advance(end - 5)
  {
    using _ = await halt(['stripe-sandbox'])
    const startedMs = Date.now()
    expect((await customer.post('/api/stripe/billing-portal', {})).status).toBe(503)
    expect(Date.now() - startedMs).toBeLessThan(25_000)
    expect((await customer.get('/api/plans')).status).toBe(200)
    await speak(customer, 1)
  }
  await renewed(customer)
  await expectBilledOnce(customer)
})

test('the broker is away while a checkout is paid and a period ends: both are found', async () => {
  const [old, fresh] = [await join(), await join()]
  await sold(old.payer)
  await old.payer.subscribe('starter')
  await plan(old.customer, 'starter')
  await speak(old.customer, 7)
  const address = await fresh.payer.checkout('starter')
  const absence = keepAway('kafka', 8_000)
  expect((await fresh.payer.finish(address)).status).toBe(303)
  await renewed(old.customer, () => absence)
  await plan(fresh.customer, 'starter')
  await expectBilledOnce(old.customer)
})

test('a checkout that was paid while no event came is found', async () => {
  const { customer, payer } = await join()
  await sold(payer)
  const address = await payer.checkout('starter')
  await sandbox.stripe.rawRequest('POST', '/v1/sandbox/delivery', { paused: true })
  try {
    expect((await payer.finish(address)).status).toBe(303)
    await plan(customer, 'starter')
  } finally {
    await sandbox.stripe.rawRequest('POST', '/v1/sandbox/delivery', { paused: false })
  }
})
