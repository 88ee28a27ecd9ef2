import type { Difference } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { type Plan, planOf, unlimited } from '@utter/contracts/plans'
import { nextState } from './next-state.ts'
import type { Segment } from './overage-due.ts'
import { isUnclear, type SeenSubscription, type SeenTier } from './seen-subscription.ts'
import type { Subscription, Terms } from './subscription.ts'

/** An item of overage as we intended it, and as Stripe has it. */
export type OwnItem = { key: string; segment: Date; quantity: number; isSent: boolean }
export type StripeItem = {
  id: string
  key: string
  quantity: number
  /** Thousandths of its currency for a call. */
  price: number
  currency: string
  at: Date
  /** Absent: it waits for one. */
  invoice?: { id: string; status: string; at: Date }
}
export type Found = Omit<Difference, 'userId'>

/** Differences between an account's plan and its subscriptions at Stripe. @param seen undefined: Stripe has never had its customer */
export function subscriptionDifferences(
  account: Subscription,
  seen: SeenSubscription[] | undefined,
  plans: Plan[],
  now: Date,
  pastDueDays?: number,
): Found[] {
  if (!seen) {
    const sentence = `Stripe does not know the customer ${account.stripeCustomerId}`
    return [{ kind: 'unknown-customer', sentence }]
  }
  const live = seen.filter(({ status }) => status !== 'ended').length
  return [
    ...(nextState(account, seen, plans, now, pastDueDays) ? [subscriptionDiffers('has another state at Stripe')] : []),
    ...(live > 1 ? [subscriptionDiffers(`is one of ${live} at Stripe`)] : []),
    ...seen.filter(isUnclear).map(
      ({ id }): Found => ({
        kind: 'unknown-price',
        sentence: `The price of ${id} and its product name no plan: set the metadata utter_tier`,
      }),
    ),
    ...seen
      .filter(
        ({ status, tier, foreign }) => status !== 'ended' && foreign?.overagePrice === null && isSold(plans, tier),
      )
      .map(
        ({ id, foreign }): Found => ({
          kind: 'unknown-price',
          sentence: `The price of ${id} is in ${foreign?.currency} and names none for overage, which is not billed: set the metadata utter_overage`,
        }),
      ),
  ]
}
const isSold = (plans: Plan[], tier: SeenTier): boolean => tier !== 'unknown' && planOf(plans, tier).overageEnabled
const subscriptionDiffers = (what: string): Found => ({ kind: 'subscription', sentence: `The subscription ${what}` })

/** Differences between our invoice items and Stripe's, by key. */
export function itemDifferences(own: OwnItem[], theirs: Pick<StripeItem, 'id' | 'key' | 'quantity'>[]): Found[] {
  const known = new Set(own.map(({ key }) => key))
  return [
    ...own.flatMap(({ key, quantity, isSent }): Found[] => {
      const made = theirs.filter((item) => item.key === key)
      if (made.length === 0) return isSent ? [missing(key)] : []
      if (made.length > 1) return [{ kind: 'item-twice', sentence: `Stripe has ${made.length} items ${key}` }]
      const has = made[0]?.quantity
      return has === quantity
        ? []
        : [{ kind: 'wrong-quantity', sentence: `The item ${key} has ${has} calls at Stripe, ${quantity} here` }]
    }),
    ...theirs
      .filter(({ key }) => !known.has(key))
      .map(
        ({ id, key }): Found => ({
          kind: 'unknown-item',
          sentence: `Stripe has the item ${id} (${key}), not known here`,
        }),
      ),
  ]
}
const missing = (key: string): Found => ({ kind: 'missing-item', sentence: `Stripe lacks the item ${key}` })

/** Differences between the overage by the ledger's rows and the overage that was billed. */
export function ledgerDifferences(segments: Segment[], own: Pick<OwnItem, 'segment' | 'quantity'>[]): Found[] {
  return segments.flatMap(({ terms, isOver, used, calls }): Found[] => {
    const start = terms.segment.getTime()
    const billed = own.filter(({ segment }) => segment.getTime() === start).reduce((sum, one) => sum + one.quantity, 0)
    const of = `of the ${terms.tier} plan from ${terms.segment.toISOString()}`
    if (!calls) {
      const isSold = isOver && terms.overagePrice !== null
      const what = `It is not known which of ${used} calls ${of} are bonus calls, so nothing more is billed of them`
      return isSold ? [{ kind: 'unknown-segment', sentence: what }] : []
    }
    const { overage } = calls
    if (isOver && overage > billed)
      return [{ kind: 'not-billed', sentence: `${overage - billed} calls past the limit ${of} are on no invoice` }]
    if (overage < billed)
      return [
        {
          kind: 'billed-too-much',
          sentence: `${billed} calls past the limit ${of} are billed, the ledger has ${overage}`,
        },
      ]
    return []
  })
}

/** Rows that no terms are known of: of a segment that only jobs knows, in a part of a paid plan, and of one whose terms have made room. */
export function rowDifferences(
  { terms = [], unbilledSegment }: Pick<Subscription, 'terms' | 'unbilledSegment'>,
  rows: { segment: Date; calls: number }[],
): Found[] {
  const starts = new Set(terms.map(({ segment }) => segment.getTime()))
  return [
    ...rows.flatMap(({ segment, calls }): Found[] => {
      const covering = terms.findLast((one) => one.segment <= segment)
      if (starts.has(segment.getTime()) || !covering || covering.overagePrice === null) return []
      return [withoutTerms(`${calls} calls stand in a segment from ${segment.toISOString()}, not known here`)]
    }),
    ...(unbilledSegment
      ? [
          withoutTerms(
            `Calls came for a segment from ${unbilledSegment.toISOString()} when its terms were not kept any more`,
          ),
        ]
      : []),
  ]
}
const withoutTerms = (sentence: string): Found => ({ kind: 'row-without-terms', sentence })

/** Whether calls may be past a plan: a month has more rows than the smallest plan that was held in it. */
export const mayBePastPlan = (terms: Terms[], rows: { period: Date; calls: number }[]): boolean =>
  rows.some(({ period }) => {
    const isOfMonth = (one: { period: Date }) => one.period.getTime() === period.getTime()
    const plans = terms.filter(isOfMonth).flatMap(({ planCalls }) => (planCalls === unlimited ? [] : [planCalls]))
    const calls = rows.filter(isOfMonth).reduce((sum, one) => sum + one.calls, 0)
    return calls > Math.min(...plans)
  })
