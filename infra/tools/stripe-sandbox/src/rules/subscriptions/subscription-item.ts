import type { Context } from '../../context.ts'
import type { Subscription, SubscriptionItem } from '../../store/records/subscriptions.ts'
import { reduced, reductionsOf } from '../bills/discounts.ts'

/** The one item that the sandbox's subscriptions have. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

/** Another price from now on, less the discounts that hold. */
export function setPrice(
  context: Context,
  subscription: Subscription,
  { price, quantity }: Pick<SubscriptionItem, 'price' | 'quantity'>,
): void {
  const _paid = reduced(price.unit_amount * quantity, reductionsOf(context, subscription))
  Object.assign(itemOf(subscription), { price, quantity, _paid })
}
