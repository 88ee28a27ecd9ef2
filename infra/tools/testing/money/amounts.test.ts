import type { UserView } from '@utter/contracts/http/account/user-view'
import { Customer } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { type TestSandbox, testSandbox } from '@utter/testing/setup/sandbox'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { openScreen, url } = useScreens()
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await testSandbox()
})
afterAll(() => sandbox?.endAll())

const me = async (customer: Customer) => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

/** A code that takes half off, for ever. */
async function makeCode(): Promise<string> {
  const { id: coupon } = await sandbox.stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  return (await sandbox.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } })).code
}

/** The totals of the checkout, as the page shows them for what was typed. */
async function expectTotals(page: Page, words: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Show the total' }).click()
  for (const text of words) await page.getByText(text, { exact: true }).first().waitFor()
}

async function pay(page: Page, amount: string): Promise<void> {
  await page.getByLabel('E-mail').fill('someone@example.com')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 60')
  await page.getByLabel('Security code (CVC)').fill('123')
  await page.getByRole('button', { name: `Pay ${amount}`, exact: true }).click()
  await toasts(page).getByText('Upgrade successful!').waitFor()
}

const latestInvoice = async (customer: Customer) => {
  const id = await sandbox.customerOf((await me(customer)).id)
  return (await sandbox.stripe.invoices.list({ customer: id, limit: 1 })).data[0]
}

test('a promotion code is typed at the checkout, which shows the total before it is paid', async () => {
  const code = await makeCode()
  const customer = await Customer.signUp(url)
  const { page, complaints } = await openScreen('/pricing', { customer })
  await page.getByText('without tax', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Upgrade to Starter' }).click()
  await page.getByLabel('Promotion code').fill(code)
  await expectTotals(page, ['Discount', '−$19.50', 'Total today', '$19.50'])
  await pay(page, '$19.50')
  expect(await latestInvoice(customer)).toMatchObject({ amount_paid: 1_950 })
  expect(complaints).toEqual([])
})

test('tax and a code are in what a checkout charges, and in the amount of an upgrade before it is confirmed', async () => {
  const code = await makeCode()
  const customer = await Customer.signUp(url)
  const payer = new Payer(customer)
  await payer.checkout('starter')
  // The platform sells without tax: a checkout of the same customer with it.
  const session = await sandbox.stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer: await sandbox.customerOf((await me(customer)).id) },
    line_items: [{ price: await payer.priceOf('starter'), quantity: 1 }],
    allow_promotion_codes: true,
    automatic_tax: { enabled: true },
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    success_url: `${url}/account?checkout=done`,
  })
  const { page, complaints } = await openScreen(new URL(session.url ?? '').pathname, { customer })
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Promotion code').fill(code)
  await expectTotals(page, ['Subtotal', '−$19.50', 'Tax', '$3.71', '$23.21'])
  await pay(page, '$23.21')
  expect(await latestInvoice(customer)).toMatchObject({ amount_paid: 2_321 })

  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro?' })
  // Half of $199.00, and 19 % of that.
  await dialog.getByText('$118.41 a month').waitFor()
  await dialog.getByText('with $18.91 tax · $99.50 off').waitFor()
  const button = dialog.getByRole('button', { name: /^Pay \$/ })
  const cents = Math.round(Number((await button.textContent())?.replace('Pay $', '')) * 100)
  await button.click()
  await toasts(page).getByText('Upgrade successful!').waitFor()
  await eventually('the plan is pro', async () => (await me(customer)).subscriptionTier === 'pro')
  expect(await latestInvoice(customer)).toMatchObject({ billing_reason: 'subscription_update', amount_paid: cents })
  expect(complaints).toEqual([])
})
