import type { UserView } from '@utter/contracts/http/account'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { openBrowser } from '@utter/testing/customers/browser'
import { Customer } from '@utter/testing/customers/customer'
import { openVisit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const { url } = inject('platform')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Asks the server as the page's own script does. @returns the address to go to */
const ask = (page: Page, path: string, body: object): Promise<string> =>
  page.evaluate(
    async ([to, json]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(String(to), { method: 'POST', headers, body: String(json) })
      return ((await answer.json()) as { url: string }).url
    },
    [path, JSON.stringify(body)],
  )

async function pay(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 60')
  await page.getByLabel('Security code (CVC)').fill('123')
  await page.getByRole('button', { name: /^(Pay|Save card)/ }).click()
}

test('a person subscribes, is declined, confirms a second step, cancels, and takes that back', async () => {
  const customer = await Customer.signUp(url)
  const user = async () => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
  const plans = (await customer.get('/api/plans')).body as PlanOffer[]
  // A declined card is answered with 402, of which the browser tells its console.
  await using visit = await openVisit(browser, url, { customer, ignore: /402/ })
  const page = await visit.newPage()
  await page.goto('/pricing')
  const priceId = plans.find(({ name }) => name === 'creator')?.priceId
  await page.goto(await ask(page, '/api/stripe/create-checkout-session', { priceId }))
  await page.getByText('Sandbox: no money moves').waitFor()
  await page.getByText('$79').first().waitFor()

  await page.getByLabel('E-mail').fill('someone@example.com')
  await pay(page, '4000 0000 0000 0002')
  await page.getByRole('alert').getByText('Your card was declined').waitFor()
  await pay(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/account?checkout=done')
  await eventually('the plan is there', async () => (await user()).subscriptionTier === 'creator')

  await page.goto(await ask(page, '/api/stripe/billing-portal', {}))
  await page.getByRole('link', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Cancel at period end' }).click()
  await page.getByRole('button', { name: /Undo|Keep/ }).waitFor()
  await eventually('its end is known', async () => (await user()).subscriptionStatus === 'canceled')
  await page.getByRole('button', { name: /Undo|Keep/ }).click()
  await eventually('it goes on', async () => (await user()).subscriptionStatus === 'active')
  await page.getByRole('link', { name: 'Return' }).click()
  await page.waitForURL('**/account')
  expect(visit.complaints).toEqual([])
})

test('giving up a checkout leads back to the prices', async () => {
  const customer = await Customer.signUp(url)
  const plans = (await customer.get('/api/plans')).body as PlanOffer[]
  await using visit = await openVisit(browser, url, { customer, javaScriptEnabled: true })
  const page = await visit.newPage()
  await page.goto('/pricing')
  const priceId = plans.find(({ name }) => name === 'starter')?.priceId
  await page.goto(await ask(page, '/api/stripe/create-checkout-session', { priceId }))
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL('**/pricing')
  expect(visit.complaints).toEqual([])
})
