import { BillingState } from '@utter/contracts/events/billing-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The account's plan, which sets its rate limit. */
export const billingState = ({ users, credentials, clock }: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus }, { userId, version }) => {
    const user = await users.applyState(
      userId,
      'billingVersion',
      version,
      { subscriptionTier: tier, subscriptionStatus },
      clock.now(),
    )
    // Cached anew, so that the plan's rate limit applies from the next request on.
    if (user) await credentials.refresh(user)
  })
