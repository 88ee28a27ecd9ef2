import { isDeepStrictEqual } from 'node:util'
import { maxSegments, thousandthsOf } from '@utter/contracts/calls'
import { monthOf, monthsAfter, type Period } from '@utter/contracts/period'
import { type Plan, planOf, type SubscriptionStatus, type TierName } from '@utter/contracts/plans'
import type { ForeignOverage } from './currency.ts'
import { presentOf } from './second-subscriptions.ts'
import type { SeenSubscription } from './seen-subscription.ts'
import type { Subscription, Terms } from './subscription.ts'

/** The fields that Stripe decides. Absent fields are removed. */
export type PlanState = Pick<
  Subscription,
  | 'tier'
  | 'status'
  | 'periodStart'
  | 'periodEnd'
  | 'segmentStart'
  | 'cancelAt'
  | 'nextTier'
  | 'pastDueSince'
  | 'setBy'
  | 'stripeSubscriptionId'
  | 'terms'
>
export const planFields = [
  'tier',
  'status',
  'periodStart',
  'periodEnd',
  'segmentStart',
  'cancelAt',
  'nextTier',
  'pastDueSince',
  'setBy',
  'stripeSubscriptionId',
  'terms',
] as const satisfies (keyof PlanState)[]

/** Days for which a failed payment leaves the plan. */
export const defaultPastDueDays = 14

/** The state of an account by its subscriptions at Stripe; undefined when nothing has changed. */
export function nextState(
  before: Subscription,
  seen: SeenSubscription[],
  plans: Plan[],
  now: Date,
  pastDueDays = defaultPastDueDays,
): PlanState | undefined {
  const state = stateOf(before, seen, { plans, now, pastDueDays })
  return state && !isDeepStrictEqual(state, stateBefore(before)) ? state : undefined
}

type Rules = { plans: Plan[]; now: Date; pastDueDays: number }

function stateOf(before: Subscription, seen: SeenSubscription[], by: Rules): PlanState | undefined {
  const present = presentOf(before, seen)
  if (present) return running(before, present, by)
  // A plan that the operator has set is not Stripe's to end.
  if (!before.stripeSubscriptionId) return undefined
  return ended(before, seen.find(({ id }) => id === before.stripeSubscriptionId)?.endedAt ?? by.now, by.plans)
}

function running(before: Subscription, seen: SeenSubscription, { plans, now, pastDueDays }: Rules): PlanState {
  const pastDueSince = pastDueFrom(before, seen, now)
  const isUnpaid = seen.status === 'unpaid' || (pastDueSince && daysAfter(pastDueSince, pastDueDays) <= now)
  const tier = isUnpaid ? 'free' : seen.tier === 'unknown' ? keptTier(before, seen) : seen.tier
  const period = monthIn(seen, now)
  const last = before.terms?.at(-1)
  const isSamePeriod =
    before.stripeSubscriptionId === seen.id && before.periodStart?.getTime() === period.start.getTime()
  const isSameSegment = isSamePeriod && before.tier === tier
  const segmentStart = isSameSegment
    ? before.segmentStart
    : isSamePeriod
      ? segmentBegins(period, last?.segment ?? period.start, now)
      : undefined
  const terms = isSameSegment
    ? pricedTerms(before.terms, pricesOf(plans, tier, seen.foreign))
    : withTerms(before, {
        period: period.start,
        segment: segmentStart ?? period.start,
        ...pricesOf(plans, tier, seen.foreign),
        subscriptionId: seen.id,
        ...(seen.isLonger && { isLonger: seen.isLonger }),
      })
  return definedOnly({
    tier,
    status: isUnpaid ? 'unpaid' : before.unpaidBill ? 'past_due' : statusOf(seen),
    periodStart: period.start,
    periodEnd: period.end,
    segmentStart,
    cancelAt: seen.cancelAt,
    // It follows where the paid time ends, which is the end of its last month.
    nextTier: isUnpaid || seen.nextTier === tier || period.end < seen.periodEnd ? undefined : seen.nextTier,
    pastDueSince,
    stripeSubscriptionId: seen.id,
    terms,
  })
}

/** The plan of a subscription whose price names none: the last that was paid by it, else the account's own. */
function keptTier({ tier, terms = [] }: Subscription, { id }: SeenSubscription): TierName {
  return terms.findLast((one) => one.subscriptionId === id && one.tier !== 'free')?.tier ?? tier
}

/** The free plan, whose months count from the end of the paid one. */
function ended(before: Subscription, endedAt: Date, plans: Plan[]): PlanState {
  const last = before.terms?.at(-1)?.segment.getTime() ?? 0
  const start = new Date(Math.max(endedAt.getTime(), last + 1_000))
  return {
    tier: 'free',
    status: 'active',
    periodStart: start,
    periodEnd: monthsAfter(start, 1),
    terms: withTerms(before, { period: start, segment: start, ...pricesOf(plans, 'free') }),
  }
}

/** A plan that is cancelled holds until its end; an invoice that is unpaid weighs more than that. */
function statusOf({ status, cancelAt }: SeenSubscription): SubscriptionStatus {
  if (status === 'past_due') return status
  return cancelAt ? 'canceled' : 'active'
}

/** Stripe may try a card for weeks, or leave it at that: the Dashboard decides, so a bound of ours counts from the first sight. */
function pastDueFrom(before: Subscription, { id, status }: SeenSubscription, now: Date): Date | undefined {
  if (status !== 'past_due') return undefined
  return (before.stripeSubscriptionId === id && before.pastDueSince) || now
}
const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * 24 * 3_600_000)

/** The month of calls: Stripe's period, or the part of a longer one in which we are, counted from its start. Its last one ends with it. */
function monthIn({ periodStart, periodEnd, isLonger }: SeenSubscription, now: Date): Period {
  if (!isLonger) return { start: periodStart, end: periodEnd }
  const at = Math.max(periodStart.getTime(), Math.min(now.getTime(), periodEnd.getTime() - 1))
  const { start, end } = monthOf(periodStart, new Date(at))
  return { start, end: end < periodEnd ? end : periodEnd }
}

/** A moment inside the period, after its earlier segments. Stripe's clock may be another than ours. */
function segmentBegins({ start, end }: Period, last: Date, now: Date): Date {
  const isInside = now > start && now < end && now > last
  return isInside ? now : new Date(last.getTime() + 1_000)
}

/** An older version of this service takes a year for one period: it may have left the month, and have come back to it. */
function withTerms({ terms = [] }: Subscription, next: Terms): Terms[] {
  const others = terms.filter(({ segment }) => segment.getTime() !== next.segment.getTime())
  return [...others, next].slice(-maxSegments)
}

type Prices = Pick<Terms, 'tier' | 'planCalls' | 'overagePrice' | 'currency'>

function pricesOf(plans: Plan[], tier: TierName, foreign?: ForeignOverage): Prices {
  const { apiCallsLimit, overageEnabled, overagePrice } = planOf(plans, tier)
  const isSold = overageEnabled && overagePrice !== null
  const sold = { tier, planCalls: apiCallsLimit }
  return foreign
    ? { ...sold, overagePrice: isSold ? foreign.overagePrice : null, currency: foreign.currency }
    : { ...sold, overagePrice: isSold ? thousandthsOf(overagePrice) : null }
}

/** The price in another currency may be told after the segment has begun, or have been read by an older version as one in dollars. */
function pricedTerms(terms: Terms[] | undefined, { currency, overagePrice }: Prices): Terms[] | undefined {
  const last = terms?.at(-1)
  if (!terms || !last || !currency) return terms
  if (last.currency === currency && (last.overagePrice !== null || overagePrice === null)) return terms
  return [...terms.slice(0, -1), { ...last, currency, overagePrice }]
}

const stateBefore = (before: Subscription): PlanState =>
  definedOnly(Object.fromEntries(planFields.map((name) => [name, before[name]])) as PlanState)

const definedOnly = (state: { [Name in keyof PlanState]: PlanState[Name] | undefined }): PlanState =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as PlanState
