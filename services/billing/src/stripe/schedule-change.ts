import type Stripe from 'stripe'
import { idOf } from './client.ts'

/** Another price from the period's end on; a change that was scheduled before is replaced. @returns the day on which it comes */
export async function scheduleChange(
  stripe: Stripe,
  { id, schedule: present, items }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  price: string,
): Promise<Date> {
  const schedule = idOf(present) ?? (await stripe.subscriptionSchedules.create({ from_subscription: id })).id
  const itemsAt = (plan: string) =>
    items.data.map((one) => ({ price: one.id === item.id ? plan : one.price.id, quantity: one.quantity ?? 1 }))
  await stripe.subscriptionSchedules.update(schedule, {
    end_behavior: 'release',
    proration_behavior: 'none',
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
