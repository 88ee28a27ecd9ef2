import type Stripe from 'stripe'
import { foreignOverageOf } from '../../domain/currency.ts'
import type { SeenSubscription } from '../../domain/seen-subscription.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { idOf, isMissing, unlessMissing } from '../client.ts'
import type { Payments } from '../payments.ts'
import { planItemOf } from './plan-item.ts'

const dateOf = (seconds: number): Date => new Date(seconds * 1_000)

export type Asked = Pick<Subscription, '_id' | 'stripeCustomerId' | 'stripeSubscriptionId'>

/**
 * An account's subscriptions as they are now, but for those that were never paid. Undefined: this Stripe has never had its customer, which
 * says nothing of the plan.
 */
export async function readSubscriptions(
  { stripe, catalog }: Pick<Payments, 'stripe' | 'catalog'>,
  account: Asked,
): Promise<SeenSubscription[] | undefined> {
  const { stripeCustomerId: customer } = account
  if (!customer) return []
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.schedule'] })
    return oursOf(account, (await Promise.all(data.map((one) => listedOf(catalog, one)))).flat())
  } catch (error) {
    if (!isMissing(error)) throw error
    // A customer that was deleted can still be read, and has no subscription.
    return (await isDeleted(stripe, customer)) ? [] : undefined
  }
}

async function isDeleted(stripe: Stripe, customer: string): Promise<boolean> {
  const found = await stripe.customers.retrieve(customer).catch(unlessMissing)
  return found?.deleted === true
}

/** A subscription of a list, and whose its metadata say that it is: undefined where they say nothing. */
export type Listed = { seen: SeenSubscription; owner: string | undefined }

/** A subscription of a list as it matters here; a subscription that was never paid does not. */
export async function listedOf(catalog: Pick<Catalog, 'tierOf'>, subscription: Stripe.Subscription): Promise<Listed[]> {
  const status = statusOf(subscription.status)
  const plan = status && (await planItemOf(catalog, subscription))
  if (!plan) return []
  const { item, tier } = plan
  const periodEnd = dateOf(item.current_period_end)
  const { cancel_at: cancelAt, ended_at: endedAt } = subscription
  const foreign = foreignOverageOf(item.price.currency, item.price.metadata.utter_overage)
  const nextTier = await nextTierOf(catalog, subscription, item.current_period_end)
  const seen: SeenSubscription = {
    id: subscription.id,
    status,
    tier,
    createdAt: dateOf(subscription.created),
    periodStart: dateOf(item.current_period_start),
    periodEnd,
    ...(cancelAt ? { cancelAt: dateOf(cancelAt) } : subscription.cancel_at_period_end && { cancelAt: periodEnd }),
    ...(endedAt && { endedAt: dateOf(endedAt) }),
    ...(nextTier && { nextTier }),
    ...(isLonger(item.price.recurring) && { isLonger: true }),
    ...(foreign && { foreign }),
    ...scheduleOf(subscription),
  }
  const { metadata } = subscription
  return [{ seen, owner: Object.keys(metadata).length === 0 ? undefined : (metadata.userId ?? 'another shop') }]
}

/** Whether a price is for more than a month. */
const isLonger = (recurring: Stripe.Price.Recurring | null): boolean =>
  recurring?.interval === 'year' || (recurring?.interval === 'month' && recurring.interval_count > 1)

/**
 * The customer is ours alone, so what it has is ours too: by its plan, by the metadata of our checkouts, and also without either, since
 * a contract may be made by hand. Another shop marks its subscriptions by metadata of its own, and their prices name no plan of ours.
 */
export const oursOf = ({ _id, stripeSubscriptionId }: Asked, listed: Listed[]): SeenSubscription[] =>
  listed
    .filter(({ seen: { id, tier }, owner = _id }) => tier !== 'unknown' || id === stripeSubscriptionId || owner === _id)
    .map(({ seen }) => seen)

/** Undefined for one whose first payment has not been made. A paused one is paid for as little as an unpaid one. */
function statusOf(status: Stripe.Subscription.Status): SeenSubscription['status'] | undefined {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'past_due') return 'past_due'
  if (status === 'unpaid' || status === 'paused') return 'unpaid'
  return status === 'canceled' ? 'ended' : undefined
}

/** The price of the schedule's phase that follows the present period. */
async function nextTierOf(catalog: Pick<Catalog, 'tierOf'>, subscription: Stripe.Subscription, periodEnd: number) {
  const next = activeSchedule(subscription)?.phases.find(({ start_date: start }) => start >= periodEnd)
  for (const { price } of next?.items ?? []) {
    const tier = await catalog.tierOf(idOf(price) ?? '')
    if (tier) return tier
  }
  return undefined
}

function activeSchedule({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  if (!schedule || typeof schedule === 'string') return undefined
  return schedule.status === 'active' || schedule.status === 'not_started' ? schedule : undefined
}

function scheduleOf(subscription: Stripe.Subscription): Pick<SeenSubscription, 'schedule'> {
  const { id, metadata } = activeSchedule(subscription) ?? {}
  const wish = metadata?.wish
  return id === undefined ? {} : { schedule: { id, ...(wish && { wish }) } }
}
