import type { Subscription, SubscriptionItem } from '../../store/records/subscriptions.ts'

/** The one item that the sandbox's subscriptions have. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}
