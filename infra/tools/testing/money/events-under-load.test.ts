import type { UserView } from '@utter/contracts/http/account/user-view'
import { readSecrets } from '@utter/local/secrets'
import { shuffled } from '@utter/runtime/shuffled'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { Payer } from '@utter/testing/customers/payer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { startSteadyLoad } from '@utter/testing/customers/steady-load'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testSandbox } from '@utter/testing/setup/sandbox'
import { openVendor } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const payers = 6
const [copies, inFlight] = [3, 8]

const meOf = async (customer: Customer) => ((await customer.get('/api/auth/me')).body as { user: UserView }).user

test('under load the events of many subscriptions arrive again and again, in any order: each plan is the one that was paid, and no request fails', async () => {
  const vendor = await openVendor()
  const sandbox = await testSandbox()
  const busy = await Customer.signUp(url)
  await makeEnterprise(busy)
  await (await testOperator()).setRate(busy.email, 100_000)
  const careful = new RetryingCustomer(busy)
  const load = startSteadyLoad(careful)
  const customers: Customer[] = []
  let events: Stripe.Event[] = []
  try {
    await eventually('there is load', () => load.replies() > 1)
    await pMap(
      Array.from({ length: payers }, (_, at) => at),
      async (at) => {
        const customer = await Customer.signUp(url)
        const payer = new Payer(customer)
        const has = (tier: string) =>
          eventually(`the plan is ${tier}`, async () => (await meOf(customer)).subscriptionTier === tier)
        await payer.subscribe('starter')
        await has('starter')
        expect((await payer.upgrade('creator')).status).toBe(200)
        await has('creator')
        if (at % 2 === 0) await payer.inPortal('cancel')
        customers.push(customer)
      },
      { concurrency: 3 },
    )
    await sandbox.delivered()

    const ids = new Set(await Promise.all(customers.map(({ user }) => sandbox.customerOf(user?.id ?? ''))))
    const { data } = await sandbox.stripe.events.list({ limit: 100 })
    events = data.filter(({ data: { object } }) => ids.has(String((object as { customer?: unknown }).customer)))
    const { STRIPE_WEBHOOK_SECRET: secret = '' } = await readSecrets(dataDir, {})
    const stripe = new Customer(url)
    const send = async (event: Stripe.Event) => {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const headers = { 'stripe-signature': signature }
      return (await stripe.request('POST', '/api/stripe/webhook', { raw: payload, headers })).status
    }
    const all = shuffled(Array.from({ length: copies }, () => events).flat())
    expect(new Set(await pMap(all, send, { concurrency: inFlight }))).toEqual(new Set([200]))
  } finally {
    await load.stop()
    await vendor.close()
  }
  expect(events.length).toBeGreaterThan(payers * 3)
  expect(load.failed).toEqual([])

  for (const customer of customers) {
    const subscription = await sandbox.subscriptionOf(await sandbox.customerOf(customer.user?.id ?? ''))
    await eventually('the account has what was paid', async () => {
      const { subscriptionTier, cancelAt } = await meOf(customer)
      expect([subscriptionTier, Boolean(cancelAt)]).toEqual([
        'creator',
        Boolean(subscription.cancel_at_period_end || subscription.cancel_at),
      ])
      return true
    })
    const { differences } = await (await testOperator()).reconcileBilling(customer.email)
    expect(differences).toEqual([])
    await expectAtRest(customer)
  }
  const cancelled = await Promise.all(customers.map(async (customer) => (await meOf(customer)).cancelAt))
  expect(cancelled.filter(Boolean).length).toBe(payers / 2)
  await careful.allEnded()
  await expectAtRest(busy, { disturbed: false, accepted: careful.jobIds })
  await sandbox.endAll()
})
