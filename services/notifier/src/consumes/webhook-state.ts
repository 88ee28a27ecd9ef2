import { WebhookState } from '@utter/contracts/events/webhook-state'
import type { WebhookDisabledEvent } from '@utter/contracts/http/jobs/job-views'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** Notifies this replica's streams of an account, once, that its webhook was disabled, on any replica. */
export const webhookState = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(WebhookState, async ({ disabledAt, disabledReason }, { userId, version }) => {
    if (!disabledAt || !disabledReason) return
    const event: WebhookDisabledEvent = { at: disabledAt, reason: disabledReason }
    streams.notify(userId, version, 'webhook-disabled', event)
  })
