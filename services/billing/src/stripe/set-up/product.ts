import { titleOf } from '@utter/contracts/plans'
import type Stripe from 'stripe'
import type { SoldTier } from '../catalog/sold-tiers.ts'
import { madeOnce } from './made-once.ts'

/** The product of a tier: the oldest in use, else the oldest that is archived. */
export function productOf(products: Stripe.Product[], tier: SoldTier): Stripe.Product | undefined {
  const own = products.filter(({ metadata }) => metadata.tier === tier)
  return own.find(({ active }) => active) ?? own[0]
}

/** Makes the product of a tier, or brings an archived one back. @returns its id */
export async function setUpProduct(
  stripe: Stripe,
  products: Stripe.Product[],
  tier: SoldTier,
  changes: string[],
): Promise<string> {
  const present = productOf(products, tier)
  if (present?.active) return present.id
  if (present) {
    await stripe.products.update(present.id, { active: true })
    changes.push(`The product of ${tier} was archived, and is in use again.`)
    return present.id
  }
  const { id } = await madeOnce(
    `product:${tier}`,
    (idempotencyKey) =>
      stripe.products.create({ name: `Utter ${titleOf(tier)}`, metadata: { tier } }, { idempotencyKey }),
    async (made) => (await stripe.products.retrieve(made)).active,
  )
  changes.push(`The product of ${tier} was made.`)
  return id
}
