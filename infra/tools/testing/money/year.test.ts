import type { UserView } from '@utter/contracts/http/account/user-view'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { periodOf, type TestSandbox, testSandbox } from '@utter/testing/setup/sandbox'
import pMap from 'p-map'
import { beforeAll, expect, test } from 'vitest'

const { url } = ownPlatform()
const hour = 3_600
const day = 24 * hour

let sandbox: TestSandbox
let customer: Customer
let payer: Payer
let stripeCustomer: string
beforeAll(async () => {
  sandbox = await testSandbox()
  customer = await Customer.signUp(url)
  payer = new Payer(customer)
})

type Books = {
  tier: TierName
  status?: SubscriptionStatus
  used: number
  limit: number
  overage?: number
  cost?: string
  bonusLeft?: number
}

/** Whether `me` and the usage have these figures for the present period. */
async function expectBooks({ tier, status = 'active', used, limit, overage = 0, cost = '0.00', bonusLeft = 0 }: Books) {
  const period = { apiCallsUsed: used, apiCallsLimit: limit, overageCallsUsed: overage, overageCost: cost }
  await eventually(`the books have ${tier} with ${used} calls`, async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
    expect(user).toMatchObject({ ...period, subscriptionTier: tier, subscriptionStatus: status })
    expect((await customer.get('/api/usage')).body as UsageView).toMatchObject({
      ...period,
      tier,
      bonusCallsLeft: bonusLeft,
    })
    return true
  })
}

/** Jobs that are spoken to their end, each of them accepted. */
const speak = (count: number) =>
  pMap(
    Array.from({ length: count }),
    async () => {
      const answer = await customer.speak('One.')
      expect(answer).toMatchObject({ status: 202 })
      expect((await customer.finished(jobIdOf(answer))).status).toBe('completed')
    },
    { concurrency: 4 },
  )
const expectRefused = async () =>
  expect(await customer.speak('One.')).toMatchObject({ status: 402, body: { error: 'API call limit reached' } })

/** Overage on the invoices, in the order in which it was put there: calls, cents a call, and whether on an invoice. */
async function overageItems(): Promise<[number | null, string][]> {
  const { data } = await sandbox.stripe.invoiceItems.list({ customer: stripeCustomer, limit: 100 })
  return data
    .filter(({ metadata }) => metadata?.segment)
    .toReversed()
    .map(({ quantity, pricing }) => [quantity, String(pricing?.unit_amount_decimal)])
}
const invoices = async () =>
  (await sandbox.stripe.invoices.list({ customer: stripeCustomer, limit: 100 })).data.toReversed()

/** Into the next period: its draft has this overage, then it is finalized and charged. @returns its total in cents, and its state */
async function renew(items: [number, string][] = []) {
  const before = await overageItems()
  const { end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  await sandbox.advance(end + 60)
  await sandbox.delivered()
  await eventually('the overage is on the draft', async () => {
    expect((await overageItems()).slice(before.length)).toEqual(items)
    return true
  })
  await sandbox.advance(end + 2 * hour)
  await sandbox.delivered()
  const latest = (await invoices()).at(-1)
  return { total: latest?.total, status: latest?.status }
}

test('the free plan ends at its limit', async () => {
  await speak(3)
  await expectRefused()
  await expectBooks({ tier: 'free', used: 3, limit: 3 })
})

test('a checkout begins a plan, and a period of its own', async () => {
  expect(await payer.subscribe('starter')).toMatchObject({ status: 303, location: `${url}/account?checkout=done` })
  stripeCustomer = await sandbox.customerOf(customer.user?.id ?? '')
  await expectBooks({ tier: 'starter', used: 0, limit: 5 })
  const [first, ...more] = await invoices()
  expect([first?.total, first?.status, more]).toEqual([3_900, 'paid', []])
})

test('overage stands on the invoice after its period', async () => {
  await speak(8)
  await expectBooks({ tier: 'starter', used: 8, limit: 5, overage: 3, cost: '0.12' })
  expect(await renew([[3, '4']])).toEqual({ total: 3_912, status: 'paid' })
  await expectBooks({ tier: 'starter', used: 0, limit: 5 })
})

test('a plan that is raised in mid-period: overage so far at the old price, and used goes on against the new limit', async () => {
  await speak(7)
  await expectBooks({ tier: 'starter', used: 7, limit: 5, overage: 2, cost: '0.08' })
  const { start, end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  await sandbox.advance((start + end) / 2)
  expect(await payer.upgrade('pro')).toMatchObject({ status: 200, body: { message: 'Your plan is Pro now' } })
  await expectBooks({ tier: 'pro', used: 5, limit: 12, overage: 2, cost: '0.08' })
  // Half of the difference between 199 and 39 dollars, at once.
  const proration = (await invoices()).at(-1)
  expect(proration?.status).toBe('paid')
  expect(Math.abs((proration?.total ?? 0) - 8_000)).toBeLessThanOrEqual(2)
  await speak(8)
  await expectBooks({ tier: 'pro', used: 13, limit: 12, overage: 3, cost: '0.11' })
  expect(
    await renew([
      [2, '4'],
      [1, '2.5'],
    ]),
  ).toEqual({ total: 19_911, status: 'paid' })
})

test('bonus calls come after the plan, and before overage', async () => {
  const { referralCode } = ((await customer.get('/api/auth/me')).body as { user: UserView }).user
  const friend = await Customer.signUp(url, { referralCode: referralCode ?? '' })
  await friend.finished(jobIdOf(await friend.speak('Thank you.')))
  await expectBooks({ tier: 'pro', used: 0, limit: 12, bonusLeft: 50 })
  await speak(15)
  await expectBooks({ tier: 'pro', used: 15, limit: 12, bonusLeft: 47 })
  await speak(48)
  await expectBooks({ tier: 'pro', used: 63, limit: 12, overage: 1, cost: '0.03', bonusLeft: 0 })
  expect(await renew([[1, '2.5']])).toEqual({ total: 19_903, status: 'paid' })
})

test('while an invoice is unpaid the plan stays, and no overage is sold; a better card pays it', async () => {
  expect((await payer.changeCard(cards.failsLater)).status).toBe(303)
  expect(await renew()).toEqual({ total: 19_900, status: 'open' })
  await expectBooks({ tier: 'pro', status: 'past_due', used: 0, limit: 12 })
  await speak(12)
  await expectRefused()
  expect((await payer.changeCard(cards.pays)).status).toBe(303)
  await expectBooks({ tier: 'pro', used: 12, limit: 12 })
  await speak(1)
  await expectBooks({ tier: 'pro', used: 13, limit: 12, overage: 1, cost: '0.03' })
})

test('a lower plan comes at the end of the period', async () => {
  const { body } = await payer.upgrade('starter')
  const { end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  const endsOn = new Date(end * 1_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(body).toEqual({ message: expect.stringContaining(endsOn) })
  await eventually('me names the plan that follows', async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
    return user.nextTier === 'starter' && user.subscriptionTier === 'pro'
  })
  expect(await renew([[1, '2.5']])).toEqual({ total: 3_903, status: 'paid' })
  await expectBooks({ tier: 'starter', used: 0, limit: 5 })
})

test('months pass, each with its invoice', async () => {
  for (let month = 0; month < 5; month++) {
    await speak(6)
    expect(await renew([[1, '4']])).toEqual({ total: 3_904, status: 'paid' })
  }
})

test('a plan that is cancelled is kept to the end of the period, its last overage is paid, and then the free one holds', async () => {
  await speak(7)
  const { end } = periodOf(await sandbox.subscriptionOf(stripeCustomer))
  expect((await payer.inPortal('cancel')).status).toBe(303)
  await expectBooks({ tier: 'starter', status: 'canceled', used: 7, limit: 5, overage: 2, cost: '0.08' })
  const before = (await overageItems()).length
  await sandbox.advance(end + 60)
  await sandbox.delivered()
  await expectBooks({ tier: 'free', used: 0, limit: 3 })
  await eventually('the last overage is billed, on an invoice of its own', async () => {
    expect((await overageItems()).slice(before)).toEqual([[2, '4']])
    // Billing makes it after the item. An invoice made after the clock was advanced would never be finalized.
    expect((await invoices()).at(-1)).toMatchObject({ total: 8, status: 'draft' })
    return true
  })
  await sandbox.delivered()
  await sandbox.advance(end + 2 * hour)
  await eventually('and paid', async () => {
    const last = (await invoices()).at(-1)
    return last?.total === 8 && last.status === 'paid'
  })
  await speak(3)
  await expectRefused()
})

test('at the end of the year no promise is broken, and a subscription that ended never rises again', async () => {
  await sandbox.advance((await sandbox.stripe.testHelpers.testClocks.retrieve('clock_sandbox')).frozen_time + 60 * day)
  await sandbox.delivered()
  expect((await invoices()).filter(({ status }) => status !== 'paid')).toEqual([])
  await expectBooks({ tier: 'free', used: 3, limit: 3 })
  const { differences } = await (await testOperator()).reconcileBilling(customer.email)
  expect(differences).toEqual([])
  await expectAtRest(customer)
})
