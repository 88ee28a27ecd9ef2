import type { UserView } from '@utter/contracts/http/account/user-view'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testSandbox } from '@utter/testing/setup/sandbox'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

test('calls past the plan of an account that is deleted are invoiced and paid, and then its customer goes', async () => {
  const [customer, sandbox] = [await Customer.signUp(url), await testSandbox()]
  const { stripe } = sandbox
  const payer = new Payer(customer)
  await eventually('plans are sold', () => payer.priceOf('starter'), 60_000)
  await payer.subscribe('starter')
  const meOf = async () => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
  await eventually('the plan is starter', async () => (await meOf()).subscriptionTier === 'starter', 60_000)
  const ofStripe = await sandbox.customerOf(customer.user?.id ?? '')
  const { apiCallsLimit } = await meOf()
  for (let call = 0; call < apiCallsLimit + 2; call += 1) {
    const { status } = await customer.finished(jobIdOf(await customer.speak('One.')))
    expect(status).toBe('completed')
  }
  await eventually('the calls past the plan are counted', async () => (await meOf()).overageCallsUsed === 2)

  expect((await customer.post('/api/auth/delete-account', { password: 'a long password' })).status).toBe(202)
  const invoices = async () => (await stripe.invoices.list({ customer: ofStripe })).data
  await eventually('the last invoice is made', async () => (await invoices()).length === 2, 60_000)
  expect((await stripe.subscriptions.list({ customer: ofStripe })).data).toEqual([])
  expect(await stripe.customers.retrieve(ofStripe)).not.toHaveProperty('deleted')

  const [last] = await invoices()
  await sandbox.advance((last?.created ?? 0) + 2 * 3_600)
  expect((await invoices()).map(({ total, status }) => [total, status])).toEqual([
    [8, 'paid'],
    [3_900, 'paid'],
  ])
  const isGone = async () => (await stripe.customers.retrieve(ofStripe)).deleted === true
  await eventually('the customer is gone', isGone, 120_000)
  expect(await (await testOperator()).debts()).toEqual([])
})
