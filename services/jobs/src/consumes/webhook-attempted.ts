import { WebhookAttempted } from '@utter/contracts/events/webhook-attempted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The tries of a job's webhook, which its owner sees with the job. They change nothing of the job: no version, no event. */
export const webhookAttempted = ({ jobs }: Pick<ConsumeDeps, 'jobs'>) =>
  on(WebhookAttempted, async ({ jobId, ...tries }, { userId }) => {
    await jobs.countWebhook(userId, jobId, tries)
  })
