import { BillingState } from '@utter/contracts/events/billing-state'
import { fact } from '@utter/messaging/fact'
import type { Subscription } from '../domain/subscription.ts'

export const billingState = ({ _id, version, tier, status, signedUpAt, periodStart, periodEnd }: Subscription) =>
  fact(BillingState, {
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
