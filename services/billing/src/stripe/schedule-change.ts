import type Stripe from 'stripe'
import { idOf } from './client.ts'

/** Another price from the period's end on; a change that was scheduled before is replaced. @returns the day on which it comes */
export async function scheduleChange(stripe: Stripe, subscriptionId: string, price: string): Promise<Date> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const item = subscription.items.data[0]
  if (!item) throw new Error('the subscription has no item')
  const present = idOf(subscription.schedule)
  const schedule = present ?? (await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId })).id
  await stripe.subscriptionSchedules.update(schedule, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      },
      { items: [{ price, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  return new Date(item.current_period_end * 1_000)
}
