import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant } from '../ids.ts'
import { SubscriptionStatus, TierName } from '../plans.ts'

/** The plan that an account has now. Without a period its months count from the sign-up (free plan). */
export const BillingState = defineEvent(
  'billing.state',
  'billing-state',
  z.object({
    tier: TierName,
    subscriptionStatus: SubscriptionStatus,
    signedUpAt: Instant,
    periodStart: z.optional(Instant),
    periodEnd: z.optional(Instant),
  }),
)
