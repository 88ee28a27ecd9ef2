import { failpoint } from '@utter/runtime/failpoint'
import type Stripe from 'stripe'
import type { Wish } from '../../domain/subscription.ts'
import { idOf, isRefused } from '../client.ts'

/**
 * Another price from the period's end on; a change that was scheduled before is replaced. The schedule carries the key of its wish.
 * @param item the subscription's item that is the plan
 * @returns the day on which it comes
 */
export async function scheduleChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  { priceId: price, key }: Wish,
): Promise<Date> {
  const { items } = subscription
  const schedule = idOf(subscription.schedule) ?? (await createSchedule(stripe, subscription.id))
  failpoint('schedule-made')
  const itemsAt = (plan: string) =>
    items.data.map((one) => ({ price: one.id === item.id ? plan : one.price.id, quantity: one.quantity ?? 1 }))
  await stripe.subscriptionSchedules.update(schedule, {
    end_behavior: 'release',
    proration_behavior: 'none',
    metadata: { wish: key },
    phases: [
      {
        items: itemsAt(item.price.id),
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      },
      { items: itemsAt(price), duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  return new Date(item.current_period_end * 1_000)
}

async function createSchedule(stripe: Stripe, subscription: string): Promise<string> {
  try {
    return (await stripe.subscriptionSchedules.create({ from_subscription: subscription })).id
  } catch (error) {
    if (!isRefused(error)) throw error
    // Another process was quicker.
    const made = idOf((await stripe.subscriptions.retrieve(subscription)).schedule)
    if (!made) throw error
    return made
  }
}
