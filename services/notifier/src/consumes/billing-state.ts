import { BillingState } from '@utter/contracts/events/billing-state'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import { stopAllPending } from '../deliveries/stop-pending.ts'
import type { ConsumeDeps } from '../deps.ts'

/**
 * Applies the plan of an account: without webhooks in it nothing more is delivered, and pending deliveries end, so that
 * a later plan does not start with those of an earlier one. An older state changes nothing.
 */
export const billingState = ({ endpoints, deliveries, plans, erasure }: Omit<ConsumeDeps, 'dispatcher' | 'clock'>) =>
  on(BillingState, async ({ tier }, { userId, version }) => {
    if (await erasure.isDeleted(userId)) return
    await endpoints.readOrCreate(userId)
    await endpoints.setTier(userId, tier, version)
    // After a crash in between the message is consumed again, and finds its state applied.
    const present = await endpoints.read(userId)
    if (present && !planOf(plans, present.tier).webhooks) await stopAllPending(deliveries, userId, {}, 'plan')
  })
