import { BillingState } from '@utter/contracts/events/billing-state'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Subscription } from '../domain/subscription.ts'

const dates = ['periodStart', 'periodEnd', 'segmentStart', 'cancelAt'] as const

export const billingState = (subscription: Subscription) => {
  const { _id, version, tier, status, signedUpAt, nextTier, setBy, isPaidBack } = subscription
  return eventOf(BillingState, {
    userId: _id,
    version,
    data: {
      tier,
      subscriptionStatus: status,
      signedUpAt: signedUpAt.toISOString(),
      ...Object.fromEntries(
        dates.flatMap((name) => {
          const date = subscription[name]
          return date ? [[name, date.toISOString()]] : []
        }),
      ),
      ...(nextTier && { nextTier }),
      ...(setBy && { setBy }),
      ...(isPaidBack && { isPaidBack }),
    },
  })
}
