import type Stripe from 'stripe'
import type { SeenSubscription } from '../domain/next-state.ts'
import type { Catalog } from './catalog.ts'
import { idOf, isMissing } from './client.ts'

const dateOf = (seconds: number): Date => new Date(seconds * 1_000)

/** The subscriptions of a customer as they are now; those that were never paid, and other shops' ones, are left out. */
export async function readSubscriptions(
  stripe: Stripe,
  catalog: Pick<Catalog, 'tierOf'>,
  customer: string,
): Promise<SeenSubscription[]> {
  const { data } = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100, expand: ['data.schedule'] })
    .catch((error) => {
      // A customer that was deleted has none.
      if (isMissing(error)) return { data: [] }
      throw error
    })
  return (await Promise.all(data.map((one) => seenOf(catalog, one)))).flatMap((one) => (one ? [one] : []))
}

async function seenOf(
  catalog: Pick<Catalog, 'tierOf'>,
  subscription: Stripe.Subscription,
): Promise<SeenSubscription | undefined> {
  const status = statusOf(subscription.status)
  const item = subscription.items.data[0]
  const tier = item && (await catalog.tierOf(item.price.id))
  if (!status || !item || !tier) return undefined
  const periodEnd = dateOf(item.current_period_end)
  const { cancel_at: cancelAt, ended_at: endedAt } = subscription
  const nextTier = await nextTierOf(catalog, subscription, item.current_period_end)
  return {
    id: subscription.id,
    status,
    tier,
    createdAt: dateOf(subscription.created),
    periodStart: dateOf(item.current_period_start),
    periodEnd,
    ...(cancelAt ? { cancelAt: dateOf(cancelAt) } : subscription.cancel_at_period_end && { cancelAt: periodEnd }),
    ...(endedAt && { endedAt: dateOf(endedAt) }),
    ...(nextTier && { nextTier }),
  }
}

/** Undefined for one whose first payment has not been made. A paused one is paid for as little as an unpaid one. */
function statusOf(status: Stripe.Subscription.Status): SeenSubscription['status'] | undefined {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'past_due') return 'past_due'
  if (status === 'unpaid' || status === 'paused') return 'unpaid'
  return status === 'canceled' ? 'ended' : undefined
}

/** The price of the schedule's phase that follows the present period. */
async function nextTierOf(catalog: Pick<Catalog, 'tierOf'>, { schedule }: Stripe.Subscription, periodEnd: number) {
  if (!schedule || typeof schedule === 'string') return undefined
  if (schedule.status !== 'active' && schedule.status !== 'not_started') return undefined
  const next = schedule.phases.find(({ start_date: start }) => start >= periodEnd)
  const price = idOf(next?.items[0]?.price)
  return price && (await catalog.tierOf(price))
}
