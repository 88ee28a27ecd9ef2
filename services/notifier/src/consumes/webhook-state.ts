import { WebhookState } from '@utter/contracts/events/webhook-state'
import type { WebhookDisabledEvent } from '@utter/contracts/http/jobs/job-views'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** An account's webhook was disabled, by whichever replica: its streams on this one are told so, once. */
export const webhookState = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(WebhookState, async ({ disabledAt, disabledReason }, { userId, version }) => {
    if (!disabledAt || !disabledReason) return
    const event: WebhookDisabledEvent = { at: disabledAt, reason: disabledReason }
    streams.notify(userId, version, 'webhook-disabled', event)
  })
