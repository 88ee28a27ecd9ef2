import { titleOf } from '@utter/contracts/plans'
import { conflict, Problem } from '@utter/http/problem'
import type { Subscription } from '../domain/subscription.ts'
import { payInPlace } from '../stripe/pay-in-place.ts'
import type { Payments } from '../stripe/payments.ts'
import { planItemOf } from '../stripe/plan-item.ts'
import { scheduleChange } from '../stripe/schedule-change.ts'
import { isMonthlyInDollars } from '../stripe/set-up/price.ts'
import { isSoldTier, soldTiers } from '../stripe/sold-tiers.ts'
import { contactSales, type WantedPlan } from './wanted-plan.ts'

type Subscribed = Subscription & { stripeSubscriptionId: string }

type Deps = { payments: Payments; salesEmail?: string | undefined }

/**
 * Changes the plan of a subscription: a higher one at once, a lower one at the period's end.
 * @returns a sentence for its owner
 * @throws Problem 409 for a plan that was agreed by hand: enterprise, or a price in another currency, by the year or of no known plan
 */
export async function changePlan(
  { payments, salesEmail }: Deps,
  present: Subscribed,
  wanted: WantedPlan,
): Promise<string> {
  const { stripe, catalog } = payments
  const { stripeSubscriptionId: id, status, cancelAt } = present
  if (status === 'past_due' || status === 'unpaid')
    throw conflict('invoice_unpaid', 'Your last invoice is not paid: open the billing portal')
  const subscription = await stripe.subscriptions.retrieve(id)
  const plan = await planItemOf(catalog, subscription)
  if (!plan || !isSoldTier(plan.tier) || !isMonthlyInDollars(plan.item.price)) throw contactSales(salesEmail)
  if (plan.tier === wanted.tier) throw conflict('same_plan', 'You already have this plan', 'priceId')
  if (soldTiers.indexOf(wanted.tier) > soldTiers.indexOf(plan.tier)) {
    const outcome = await payInPlace(stripe, subscription.id, plan.item.id, wanted.priceId)
    if (outcome === 'declined') throw new Problem(402, 'card_declined', 'Your card was declined')
    if (outcome === 'second-step')
      throw new Problem(402, 'confirmation_required', 'Your bank wants a confirmation: open the billing portal')
    return `Your plan is ${titleOf(wanted.tier)} now`
  }
  if (cancelAt)
    throw conflict('plan_ends', `Your plan ends on ${dayOf(cancelAt)}: undo that in the billing portal first`)
  const day = await scheduleChange(stripe, subscription, plan.item, wanted.priceId)
  return `Your plan changes to ${titleOf(wanted.tier)} on ${dayOf(day)}`
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
