import { webhookViews } from '@utter/web/test/answers/webhooks'
import type { Page } from 'playwright-core'
import { answerAs } from './answered.ts'
import { asPlan } from './as-plan.ts'
import { openDialog, pressInDialog } from './keyboard.ts'
import { aState, type ScreenState } from './screen-state.ts'

const { none, failing, disabled, delivery, deliveriesOf, detailOf } = webhookViews()
const jobId = 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c'
const secret = `whsec_${'MfKQ9r8GKYqrTwjU'.repeat(3)}`

const part = (page: Page) => page.locator('#webhook')

async function show(page: Page, settings: object): Promise<void> {
  await answerAs(page, 'GET', '**/api/settings/webhook', settings)
  await page.route('**/api/webhooks/deliveries*', (route) => route.fulfill({ json: deliveriesOf(jobId) }))
  await asPlan(page, { subscriptionTier: 'creator' })
  await part(page).getByText('Resend').first().waitFor()
}

const onAccount = (name: string, reach: ScreenState['reach']) => aState(name, 'new', '/account', reach)

/** States of the account's webhook. */
export const webhookStates: ScreenState[] = [
  onAccount('a plan without webhooks', (page) => part(page).getByText('Not part of your plan').waitFor()),
  onAccount('a webhook that fails, with deliveries', (page) => show(page, failing)),
  onAccount('a webhook that is disabled', (page) => show(page, disabled)),
  onAccount('the message of a delivery', async (page) => {
    const json = detailOf(delivery(jobId))
    await page.route('**/api/webhooks/deliveries/*', (route) => route.fulfill({ json }))
    await show(page, failing)
    await part(page).getByRole('button', { name: 'Message' }).first().click()
    await page.getByRole('dialog').getByText('"requestId"').waitFor()
  }),
  onAccount('a webhook, tested', async (page) => {
    await page.route('**/api/settings/webhook/test', (route) => route.fulfill({ json: { status: 200, ms: 84 } }))
    await show(page, failing)
    await part(page).getByRole('button', { name: 'Send test' }).click()
    await part(page).getByText('84 ms', { exact: true }).waitFor()
  }),
  onAccount('Set webhook with an error', async (page) => {
    await show(page, none)
    await openDialog(page, 'Set webhook', 'Webhook')
    await page.getByLabel('Webhook URL').fill('nowhere')
    await pressInDialog(page, 'Save')
    await page.getByText('Webhook URL must be a valid URL').waitFor()
  }),
  onAccount('a signing secret, shown once', async (page) => {
    await page.route('**/api/settings/webhook/secret', (route) => route.fulfill({ json: { secret } }))
    await show(page, failing)
    await openDialog(page, 'Roll secret', 'Roll the signing secret?')
    await pressInDialog(page, 'Roll secret')
    await page.getByLabel('Signing secret', { exact: true }).waitFor()
  }),
  onAccount('Remove webhook', async (page) => {
    await show(page, failing)
    await openDialog(page, 'Remove webhook', 'Remove the webhook?')
  }),
]
