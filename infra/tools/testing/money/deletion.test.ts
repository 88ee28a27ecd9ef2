import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testSandbox } from '@utter/testing/setup/sandbox'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const { openScreen } = useScreens()

test('calls past the plan of an account that is deleted are invoiced and paid, and then its customer goes', async () => {
  const [customer, sandbox] = [await Customer.signUp(url), await testSandbox()]
  const { stripe } = sandbox
  const payer = new Payer(customer)
  await eventually('plans are sold', () => payer.priceOf('starter'))
  await payer.subscribe('starter')
  const meOf = async () => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
  await eventually('the plan is starter', async () => (await meOf()).subscriptionTier === 'starter')
  const ofStripe = await sandbox.customerOf(customer.user?.id ?? '')
  const { apiCallsLimit } = await meOf()
  for (let call = 0; call < apiCallsLimit + 2; call += 1) {
    const { status } = await customer.finished(jobIdOf(await customer.speak('One.')))
    expect(status).toBe('completed')
  }
  await eventually('the calls past the plan are counted', async () => (await meOf()).overageCallsUsed === 2)

  const { page, complaints } = await openScreen('/account', { customer, ignore: /401/ })
  await page.locator('#subscription').getByText('2 calls').waitFor()
  // Its lines are dated by the sandbox, whose clock other tests have moved.
  const books = page.waitForEvent('download')
  await page.locator('#invoices').getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await books).path(), 'utf8')).toMatch(/^invoice_number,/)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('a long password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Your account is deleted.').waitFor()
  expect(complaints).toEqual([])
  const invoices = async () => (await stripe.invoices.list({ customer: ofStripe })).data
  await eventually('the last invoice is made', async () => (await invoices()).length === 2)
  expect((await stripe.subscriptions.list({ customer: ofStripe })).data).toEqual([])
  expect(await stripe.customers.retrieve(ofStripe)).not.toHaveProperty('deleted')

  const [last] = await invoices()
  await sandbox.advance((last?.created ?? 0) + 2 * 3_600)
  expect((await invoices()).map(({ total, status }) => [total, status])).toEqual([
    [8, 'paid'],
    [3_900, 'paid'],
  ])
  const isGone = async () => (await stripe.customers.retrieve(ofStripe)).deleted === true
  await eventually('the customer is gone', isGone)
  const operator = await testOperator()
  expect(await operator.debts()).toEqual([])
  const month = new Date((last?.created ?? 0) * 1_000).toISOString().slice(0, 7)
  expect(await text(await operator.exportBooks(month, month))).toContain(',2,0.04,0.08,0.00,usd')
})
