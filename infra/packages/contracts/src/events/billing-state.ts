import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant } from '../ids.ts'
import { SubscriptionStatus, TierName } from '../plans.ts'

/**
 * The plan that an account has now. Without a period its months count from the sign-up (free plan). A plan that changed inside the period
 * began a segment of it at `segmentStart`. `cancelAt`: when the plan ends; `nextTier`: the one that follows at the period's end.
 */
export const BillingState = defineEvent(
  'billing.state',
  'billing-state',
  z.object({
    tier: TierName,
    subscriptionStatus: SubscriptionStatus,
    signedUpAt: Instant,
    periodStart: z.optional(Instant),
    periodEnd: z.optional(Instant),
    segmentStart: z.optional(Instant),
    cancelAt: z.optional(Instant),
    nextTier: z.optional(TierName),
    /** US dollars that the owner's limit on overage may be. Absent: as before, or no overage is sold. */
    maxSpendingLimit: z.optional(z.number()),
    /** Absent: the account's subscription decides. */
    setBy: z.optional(z.literal('operator')),
    /** All that the account ever paid was given back, by refunds and lost disputes: it counts as one that has not paid. */
    isPaidBack: z.optional(z.literal(true)),
  }),
)
