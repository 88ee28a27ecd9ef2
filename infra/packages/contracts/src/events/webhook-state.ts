import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { DisabledReason } from '../http/disabled-reason.ts'
import { Instant } from '../ids.ts'

/**
 * The webhook that an account has now, and since when it is disabled, if it is. The topic is compacted: read from its first offset it has
 * that of every account. The last state of a deleted account has no address.
 */
export const WebhookState = defineEvent(
  'webhook.state',
  'webhook-state',
  z.object({
    webhookUrl: z.nullable(z.string()),
    disabledAt: z.optional(Instant),
    disabledReason: z.optional(DisabledReason),
  }),
)
