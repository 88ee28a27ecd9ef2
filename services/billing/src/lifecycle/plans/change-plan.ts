import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ShownChange } from '@utter/contracts/http/stripe'
import { titleOf } from '@utter/contracts/plans'
import { conflict, Problem } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type Stripe from 'stripe'
import type { ShownAmount, Subscription, Wish } from '../../domain/subscription.ts'
import { isUnderWay } from '../../domain/wishes.ts'
import { isSoldTier, type SoldTier, soldTiers } from '../../stripe/catalog/sold-tiers.ts'
import { idOf, isRefusal, isRefused, isRefusedFor } from '../../stripe/client.ts'
import { isMonthlyInDollars } from '../../stripe/set-up/price.ts'
import { payInPlace } from '../../stripe/subscriptions/pay-in-place.ts'
import { methodPaths, paymentBehavior } from '../../stripe/subscriptions/payment-behavior.ts'
import { planItemOf } from '../../stripe/subscriptions/plan-item.ts'
import { scheduleChange } from '../../stripe/subscriptions/schedule-change.ts'
import type { RefreshDeps } from '../refresh.ts'
import { amountChanged, confirmedAmount, isShownAlike } from './shown-amount.ts'
import { contactSales, type WantedPlan } from './wanted-plan.ts'

export type Subscribed = Subscription & { stripeSubscriptionId: string }
export type ChangeDeps = RefreshDeps & { salesEmail?: string | undefined }
type Plan = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; tier: SoldTier }
/** @property behavior how a higher plan is paid; undefined: the plan is lower */
type Change = { plan: Plan; behavior: ReturnType<typeof paymentBehavior> }

/** Longer than the answer to a request takes. */
const underWayMs = 60_000
/** A payment that waits for the bank can be confirmed for 23 hours. */
const watchMs = 25 * 3_600_000
/** Requests of one account that are quicker than this one. */
const maxTurns = 5

/**
 * The change of a plan that may be made.
 * @throws Problem 409 for a plan that was agreed by hand: enterprise, or a price in another currency, by the year or of no known plan; and
 * for one that is paid by invoices that are sent
 */
export async function possibleChange(deps: ChangeDeps, present: Subscribed, wanted: WantedPlan): Promise<Change> {
  const plan = await changeable(deps, present)
  if (plan.tier === wanted.tier) throw conflict('same_plan', 'You already have this plan', 'priceId')
  const isHigher = soldTiers.indexOf(wanted.tier) > soldTiers.indexOf(plan.tier)
  if (!isHigher && present.cancelAt)
    throw conflict('plan_ends', `Your plan ends on ${dayOf(present.cancelAt)}: undo that in the billing portal first`)
  const behavior = isHigher ? paymentBehavior(plan.subscription) : undefined
  if (isHigher && !behavior) throw contactSales(deps.salesEmail)
  return { plan, behavior }
}

/**
 * Changes the plan of a subscription: a higher one at once, a lower one at the period's end. The wish is stored first, and `refresh`
 * undoes what contradicts it.
 * @param seen the parts of the preview that its owner has confirmed; undefined: none
 * @returns a sentence for its owner
 * @throws Problem as `possibleChange` does, and 409 where the change is not what was shown
 */
export async function changePlan(
  deps: ChangeDeps,
  present: Subscribed,
  wanted: WantedPlan,
  seen?: ShownChange,
): Promise<string> {
  const { plan, behavior } = await possibleChange(deps, present, wanted)
  const { item, subscription } = plan
  const underWay = present.wanted && isUnderWay(present.wanted, deps.clock.now()) ? present.wanted : undefined
  const change = { ...wanted, item, subscription, isHigher: behavior !== undefined, underWay }
  const shown = await confirmedAmount(deps.payments, change, seen)
  const wish = await storeWish(deps, present, plan, { ...wanted, shown })
  failpoint('change-wanted')
  try {
    return await (behavior ? raise(deps, present, wish, plan, behavior) : lower(deps, plan, wish))
  } catch (error) {
    if (!isRefused(error)) throw error
    await deps.subscriptions.dropWish(present._id, wish)
    // The period has ended since it was shown.
    if (isRefusedFor(error, 'proration_date')) throw amountChanged()
    if (isRefusal(error, 'customer_tax_location_invalid'))
      throw conflict('address_unknown', 'Your address is needed for the tax: add it in the billing portal')
    deps.log.error({ err: error, userId: present._id }, 'Stripe refuses a change of plan')
    throw contactSales(deps.salesEmail)
  } finally {
    await deps.subscriptions.wishAnswered(present._id, wish)
  }
}

async function changeable(
  { payments, salesEmail }: ChangeDeps,
  { stripeSubscriptionId: id, status }: Subscribed,
): Promise<Plan> {
  if (status === 'past_due' || status === 'unpaid')
    throw conflict('invoice_unpaid', 'Your last invoice is not paid: pay it first')
  const subscription = await payments.stripe.subscriptions.retrieve(id, { expand: methodPaths })
  const plan = await planItemOf(payments.catalog, subscription)
  if (!plan || !isSoldTier(plan.tier) || !isMonthlyInDollars(plan.item.price)) throw contactSales(salesEmail)
  return { subscription, item: plan.item, tier: plan.tier }
}

/** Two requests for the same change at once have one wish; of two changes the first is finished before another begins. */
async function storeWish(
  { subscriptions, clock }: ChangeDeps,
  present: Subscribed,
  { subscription }: Plan,
  { tier, priceId, shown }: WantedPlan & { shown: ShownAmount | undefined },
): Promise<Wish> {
  const now = clock.now()
  const schedule = idOf(subscription.schedule)
  const wish: Wish = {
    key: randomUUID(),
    subscriptionId: subscription.id,
    tier,
    priceId,
    at: now,
    until: new Date(now.getTime() + underWayMs),
    ...(shown && { shown }),
    ...(schedule && { instead: { schedule, ...(present.nextTier && { tier: present.nextTier }) } }),
  }
  let account: Subscription | null = present
  for (let turn = 0; account && isSamePlan(account, present) && turn < maxTurns; turn++) {
    const { wanted } = account
    if (wanted && isUnderWay(wanted, now)) {
      const isSame = wanted.priceId === priceId && wanted.subscriptionId === subscription.id
      if (isSame && isShownAlike(wanted, shown)) return wanted
      break
    }
    if (await subscriptions.want(account, wish, new Date(now.getTime() + watchMs))) return wish
    account = await subscriptions.read(present._id)
  }
  throw conflict('change_under_way', 'Your plan is being changed: try again in a minute')
}

/** Whether the plan is as it was read: an account changes by other things as well, such as a payment that is noted. */
const isSamePlan = (account: Subscription, before: Subscription): boolean =>
  isDeepStrictEqual(
    comparedFields.map((field) => account[field]),
    comparedFields.map((field) => before[field]),
  )
const comparedFields = ['stripeSubscriptionId', 'tier', 'status', 'nextTier', 'cancelAt', 'closedAt'] as const

async function raise(
  { payments, subscriptions }: ChangeDeps,
  { _id }: Subscribed,
  wish: Wish,
  { item }: Plan,
  behavior: NonNullable<ReturnType<typeof paymentBehavior>>,
): Promise<string> {
  const outcome = await payInPlace(payments.stripe, wish, item.id, behavior)
  if (outcome === 'declined') {
    await subscriptions.dropWish(_id, wish)
    throw new Problem(402, 'card_declined', 'Your card was declined')
  }
  if (outcome === 'second-step')
    throw new Problem(402, 'confirmation_required', 'Your bank wants a confirmation: open the billing portal')
  return `Your plan is ${titleOf(wish.tier)} now`
}

async function lower({ payments }: ChangeDeps, { subscription, item }: Plan, wish: Wish): Promise<string> {
  const day = await scheduleChange(payments.stripe, subscription, item, wish)
  return `Your plan changes to ${titleOf(wish.tier)} on ${dayOf(day)}`
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
