import type { CallsByKind } from '@utter/contracts/calls'
import { monthsAfter } from '@utter/contracts/period'
import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'

/**
 * The plan of an account in a segment, by which its calls are priced. A change of plan inside a period begins another
 * segment.
 */
export type Terms = {
  /** The start of the month. */
  period: Date
  /** The start of the segment; the period's own, for its first. */
  segment: Date
  tier: TierName
  /** −1 is unlimited. */
  planCalls: number
  /** Thousandths of a dollar, or of the currency, for a call past the plan's; null: none is sold, or its price is not known. */
  overagePrice: number | null
  /** Absent: dollars. */
  currency?: string
  subscriptionId?: string
  /** The subscription is paid for more than a month at once, so no invoice follows the month. */
  isLonger?: true
}

/**
 * The calls of a segment that is over, as they are billed. It is stored before the first of them is: jobs forgets the segment, and a call
 * that is entered later is billed by the same balance.
 */
export type Split = CallsByKind & {
  segment: Date
  /** The ledger's rows. */
  used: number
  /** Bonus calls that the segment began with. */
  bonusBalance: number
  /** Bonus calls that segments before it used, ever. Absent: jobs did not know it yet. */
  bonusSpent?: number
}

/** A checkout that is open or about to be: the intent of it comes first, so that everybody who asks gets the same one. */
export type Checkout = {
  /** Stripe's idempotency key. */
  key: string
  price: string
  customer: string
  at: Date
  /** Whether tax comes on top. */
  isTaxed?: boolean
  /** The session, once it is known. */
  id?: string
}

/** The amount that was shown for a higher plan, in cents, and the time from which it counts: a whole second. */
export type ShownAmount = { amount: number; prorationDate: Date }

/** The plan that its owner wanted last: stored before Stripe is called, so that what contradicts it can be undone after any death. */
export type Wish = {
  /** Stripe's idempotency key of the change; a schedule that is made for it carries it. */
  key: string
  subscriptionId: string
  tier: TierName
  priceId: string
  at: Date
  /** While its request may still be at it, nobody begins another change. */
  until?: Date
  /** The charge that its owner has confirmed. Absent: none was shown. */
  shown?: ShownAmount
  /** A lower plan that was to follow when it was wished. */
  instead?: { schedule: string; tier?: TierName }
  /** Stripe has been seen to have it: a schedule that comes later is a newer wish, from the portal. */
  isSettled?: boolean
}

/** A payment that its owner denied, and that the bank has taken back. */
export type LostDispute = {
  id: string
  chargeId: string
  cents: number
  currency: string
  at: Date
  /** The subscription that it ends, until that is done. */
  subscriptionId?: string
  /** When the operator let the account buy again. */
  forgivenAt?: Date
}

/** A second subscription of an account: to be cancelled, and what was paid for it since the kept one began to be refunded. */
export type Second = { id: string; since: Date }

/**
 * The calls of the present segment until its overage is to be billed though it goes on. Every row of the ledger takes one; a row that is
 * entered twice takes two, so the ledger is counted before anything is billed.
 */
export type Interim = { segment: Date; callsLeft: number; rev: number }

/** The plan of an account, and its payment. Without a period its months count from the sign-up. */
export type Subscription = {
  _id: string
  tier: TierName
  status: SubscriptionStatus
  signedUpAt: Date
  periodStart?: Date
  periodEnd?: Date
  /** When the present plan began, where that is inside the period. */
  segmentStart?: Date
  /** When the plan ends. */
  cancelAt?: Date
  /** The plan that follows at the period's end. */
  nextTier?: TierName
  /** When Stripe was first seen to wait for a payment that failed. */
  pastDueSince?: Date
  /** Absent: Stripe decides. */
  setBy?: 'operator'
  /** Made once for an account, before its first checkout. */
  stripeCustomerId?: string
  /** Set while the subscription has not ended. */
  stripeSubscriptionId?: string
  /** The latest 24 segments, oldest first. Empty for an account that never had a subscription. */
  terms?: Terms[]
  /** The splits of those that are billed: beside the terms, since each state of Stripe's writes these anew. */
  splits?: Split[]
  checkout?: Checkout
  /** The last checkout and the last visit of the billing portal. */
  checkoutId?: string
  portalId?: string
  /** When Stripe is asked again, until `watchUntil`, whether the person has finished there: an event may be lost. */
  watchAt?: Date
  watchUntil?: Date
  watchSince?: Date
  wanted?: Wish
  /** Second subscriptions whose refund is not done yet. */
  second?: Second[]
  /** The latest 20. While one is not forgiven the account buys nothing. */
  lostDisputes?: LostDispute[]
  /** All that the account has ever paid was given back, by refunds and lost disputes. */
  isPaidBack?: true
  /** When Stripe is asked about the subscription though no event has come. */
  checkAt?: Date
  /** When ended segments are to be looked through for overage. */
  billDueAt?: Date
  /** Counts how often that became due. Absent until the first. */
  billRev?: number
  /** Since when bills fail. Absent: the last did not. */
  billFailedAt?: Date
  interim?: Interim
  /** When the overage of the present period is to be looked through. */
  interimDueAt?: Date
  /** An interim bill, by its invoice, that could not be paid: until it is, no overage is sold. */
  unpaidBill?: string
  /** The cents that were paid in the year before the last payment. Absent: none came since this is kept. */
  paid?: { cents: number; at: Date }
  /** Dollars of overage that the operator has granted. */
  trust?: number
  /** When the account was deleted, and when its end is looked at again: until then it is billed and paid. */
  closedAt?: Date
  closeDueAt?: Date
  /** The latest segment of which a call came when its terms had made room: it is on no bill. */
  unbilledSegment?: Date
  version: number
  unpublishedSince?: Date
}

/** Whether there is a period to be billed before the present one. */
export const hasEndedPeriod = ({ terms = [] }: Pick<Subscription, 'terms'>): boolean =>
  terms.some(({ period }) => period.getTime() !== terms.at(-1)?.period.getTime())

/** The fields of a plan that begins now: a paid one for a month, the free one by the months of the sign-up. */
export function planBegins(
  tier: TierName,
  now: Date,
): Pick<Subscription, 'tier' | 'status' | 'periodStart' | 'periodEnd'> {
  return tier === 'free'
    ? { tier, status: 'active' }
    : { tier, status: 'active', periodStart: now, periodEnd: monthsAfter(now, 1) }
}

const hourMs = 3_600_000
/** Time after a period's end in which its event is sure to come. */
const lateMs = hourMs / 2

/**
 * When Stripe is asked without an event: half an hour after the period's end, then ever more seldom, up to once a day. A month that is part of
 * a longer time has no event at all, so it ends by this.
 */
export function nextCheck(
  {
    stripeSubscriptionId,
    periodEnd,
    status,
    terms,
  }: Pick<Subscription, 'stripeSubscriptionId' | 'periodEnd' | 'status' | 'terms'>,
  now: Date,
): Date | undefined {
  if (!stripeSubscriptionId) return undefined
  const overdueMs = now.getTime() - (periodEnd ?? now).getTime()
  const laterMs = Math.min(24 * hourMs, Math.max(hourMs / 2, overdueMs))
  const waitMs = terms?.at(-1)?.isLonger ? 0 : lateMs
  const pauseMs = overdueMs < waitMs ? waitMs - overdueMs : laterMs
  // How long a payment has been missing counts too.
  return new Date(now.getTime() + (status === 'past_due' ? Math.min(6 * hourMs, pauseMs) : pauseMs))
}
