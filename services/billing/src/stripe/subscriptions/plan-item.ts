import type Stripe from 'stripe'
import type { SeenTier } from '../../domain/seen-subscription.ts'
import type { Catalog } from '../catalog/catalog.ts'

export type PlanItem = { item: Stripe.SubscriptionItem; tier: SeenTier }

/** The item of a subscription that is the plan: the first whose price has one; else the first, whose plan is unknown. */
export async function planItemOf(
  catalog: Pick<Catalog, 'tierOf'>,
  { items }: Stripe.Subscription,
): Promise<PlanItem | undefined> {
  for (const item of items.data) {
    const tier = await catalog.tierOf(item.price)
    if (tier) return { item, tier }
  }
  const [item] = items.data
  return item && { item, tier: 'unknown' }
}
