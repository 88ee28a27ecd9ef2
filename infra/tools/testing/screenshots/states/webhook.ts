import { disabledWebhook, failingWebhook, workingWebhook } from '../answers/webhooks.ts'
import { type State, text } from './state.ts'

// The card is looked at where its anchor brings it.
const webhookCard = { path: '/account#webhook', isOneWindow: true }

export const picturedWebhook: State[] = [
  { ...webhookCard, name: 'webhook', answers: workingWebhook, reach: text('Last delivery') },
  { ...webhookCard, name: 'webhook-failing', answers: failingWebhook, reach: text('has been failing since') },
  { ...webhookCard, name: 'webhook-disabled', answers: disabledWebhook, reach: text('was disabled on') },
  {
    ...webhookCard,
    name: 'webhook-message',
    answers: workingWebhook,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Message job.completed' }).click()
      await page.getByRole('dialog').getByText('"requestId"').waitFor()
    },
  },
  {
    ...webhookCard,
    name: 'webhook-secret',
    answers: {
      ...workingWebhook,
      'POST /api/settings/webhook/secret': { secret: `whsec_${'MfKQ9r8GKYqrTwjU'.repeat(3)}` },
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Roll secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Roll secret' }).click()
      await page.getByLabel('Signing secret', { exact: true }).waitFor()
    },
  },
]
