import { monthsAfter } from '@utter/contracts/period'
import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'

/** What an account pays for. Without a period its months count from the sign-up. */
export type Subscription = {
  _id: string
  tier: TierName
  status: SubscriptionStatus
  signedUpAt: Date
  periodStart?: Date
  periodEnd?: Date
  version: number
  unpublishedSince?: Date
}

/** The fields of a plan that begins now: a paid one for a month, the free one by the months of the sign-up. */
export function planBegins(
  tier: TierName,
  now: Date,
): Pick<Subscription, 'tier' | 'status' | 'periodStart' | 'periodEnd'> {
  return tier === 'free'
    ? { tier, status: 'active' }
    : { tier, status: 'active', periodStart: now, periodEnd: monthsAfter(now, 1) }
}
