import { titleOf } from '@utter/contracts/plans'
import { conflict, Problem } from '@utter/http/problem'
import type Stripe from 'stripe'
import type { Subscription } from '../domain/subscription.ts'
import { payInPlace } from '../stripe/pay-in-place.ts'
import { scheduleChange } from '../stripe/schedule-change.ts'
import { type SoldTier, soldTiers } from '../stripe/sold-tiers.ts'
import type { WantedPlan } from './wanted-plan.ts'

type Subscribed = Subscription & { stripeSubscriptionId: string }

/** Changes the plan of a subscription: a higher one at once, a lower one at the period's end. @returns a sentence for its owner */
export async function changePlan(stripe: Stripe, present: Subscribed, wanted: WantedPlan): Promise<string> {
  const { stripeSubscriptionId: id, status, tier, cancelAt } = present
  if (status === 'past_due' || status === 'unpaid')
    throw conflict('invoice_unpaid', 'Your last invoice is not paid: open the billing portal')
  if (tier === wanted.tier) throw conflict('same_plan', 'You already have this plan', 'priceId')
  if (soldTiers.indexOf(wanted.tier) > soldTiers.indexOf(tier as SoldTier)) {
    const outcome = await payInPlace(stripe, id, wanted.priceId)
    if (outcome === 'declined') throw new Problem(402, 'card_declined', 'Your card was declined')
    if (outcome === 'second-step')
      throw new Problem(402, 'confirmation_required', 'Your bank wants a confirmation: open the billing portal')
    return `Your plan is ${titleOf(wanted.tier)} now`
  }
  if (cancelAt)
    throw conflict('plan_ends', `Your plan ends on ${dayOf(cancelAt)}: undo that in the billing portal first`)
  const day = await scheduleChange(stripe, id, wanted.priceId)
  return `Your plan changes to ${titleOf(wanted.tier)} on ${dayOf(day)}`
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
