import { WebhookAttempted } from '@utter/contracts/events/webhook-attempted'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Delivery } from '../domain/delivery.ts'

export const webhookAttempted = ({ userId, jobId, version, attempted, firstAttemptAt, deliveredAt }: Delivery) =>
  eventOf(WebhookAttempted, {
    userId,
    version,
    data: {
      jobId,
      attempts: attempted,
      delivered: deliveredAt !== undefined,
      ...(firstAttemptAt && { firstAttemptAt: firstAttemptAt.toISOString() }),
      ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
    },
  })
