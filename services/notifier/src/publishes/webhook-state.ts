import { WebhookState } from '@utter/contracts/events/webhook-state'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Endpoint } from '../domain/endpoint.ts'

export const webhookState = ({
  _id,
  version,
  url,
  disabledAt,
  disabledReason,
}: Pick<Endpoint, '_id' | 'version' | 'url' | 'disabledAt' | 'disabledReason'>) =>
  eventOf(WebhookState, {
    userId: _id,
    version,
    data: {
      webhookUrl: url ?? null,
      ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
      ...(disabledReason && { disabledReason }),
    },
  })
