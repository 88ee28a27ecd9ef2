import { WebhookAttempted } from '@utter/contracts/events/webhook-attempted'
import { eventOf, tracePlaceOf } from '@utter/messaging/outgoing-event'
import type { JobDelivery } from '../domain/delivery.ts'

export const webhookAttempted = ({ userId, jobId, version, attempted, ...delivery }: JobDelivery) =>
  eventOf(WebhookAttempted, {
    userId,
    version,
    ...tracePlaceOf(delivery),
    data: {
      jobId,
      attempts: attempted,
      delivered: delivery.deliveredAt !== undefined,
      ...(delivery.firstAttemptAt && { firstAttemptAt: delivery.firstAttemptAt.toISOString() }),
      ...(delivery.deliveredAt && { deliveredAt: delivery.deliveredAt.toISOString() }),
    },
  })
