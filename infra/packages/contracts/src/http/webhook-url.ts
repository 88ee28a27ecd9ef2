import * as z from 'zod/mini'
import { limits } from '../jobs.ts'
import { webUrl } from './fields.ts'

const hasCredentials = (text: string) => {
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

/** The address of a webhook. The service that takes it decides whether the plan allows it and the host is public: both depend on its environment. */
export const WebhookUrl = webUrl('Webhook URL', limits.webhookUrl).check(
  z.refine(
    (text) => !URL.canParse(text) || !hasCredentials(text),
    'Webhook URL must not hold a user name or a password',
  ),
)
