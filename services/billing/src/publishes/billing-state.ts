import { BillingState } from '@utter/contracts/events/billing-state'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Subscription } from '../domain/subscription.ts'

export const billingState = ({ _id, version, tier, status, signedUpAt, periodStart, periodEnd }: Subscription) =>
  eventOf(BillingState, {
    userId: _id,
    version,
    data: {
      tier,
      subscriptionStatus: status,
      signedUpAt: signedUpAt.toISOString(),
      ...(periodStart && { periodStart: periodStart.toISOString() }),
      ...(periodEnd && { periodEnd: periodEnd.toISOString() }),
    },
  })
