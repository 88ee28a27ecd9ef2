import type { TierName } from '@utter/contracts/plans'
import type { ForeignOverage } from './currency.ts'

/** `unknown`: its price names no plan, which says nothing of the one that the account has. */
export type SeenTier = TierName | 'unknown'

/** A subscription as Stripe has it now, as far as it matters here. */
export type SeenSubscription = {
  id: string
  status: 'active' | 'past_due' | 'unpaid' | 'ended'
  tier: SeenTier
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  cancelAt?: Date
  endedAt?: Date
  nextTier?: TierName
  /** Paid for more than a month at once: its calls are still of a month. */
  isLonger?: true
  /** Absent: its price is in dollars. */
  foreign?: ForeignOverage
  /** @property wish the key of the wish that it was made for; absent: made in the portal, or by an older version of this service */
  schedule?: { id: string; wish?: string }
}

/** Whether it is live, and its price names no plan. */
export const isUnclear = ({ status, tier }: SeenSubscription): boolean => status !== 'ended' && tier === 'unknown'
