import { BillingState } from '@utter/contracts/events/billing-state'
import { type Plan, planOf } from '@utter/contracts/plans'
import { eventOf } from '@utter/messaging/outgoing-event'
import { maxSpendingLimitOf } from '../domain/spending-bound.ts'
import type { Subscription } from '../domain/subscription.ts'

const dates = ['periodStart', 'periodEnd', 'segmentStart', 'cancelAt'] as const

export const billingState = (subscription: Subscription, plans: Plan[]) => {
  const { _id, version, tier, status, signedUpAt, nextTier, setBy, isPaidBack } = subscription
  const maxSpendingLimit = maxSpendingLimitOf(subscription, planOf(plans, tier))
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
      ...(maxSpendingLimit !== undefined && { maxSpendingLimit }),
      ...(setBy && { setBy }),
      ...(isPaidBack && { isPaidBack }),
    },
  })
}
