import { invalid } from '@utter/http/problem'
import type { SoldTier } from '../../stripe/catalog/sold-tiers.ts'
import type { Payments } from '../../stripe/payments.ts'

/** The tier that a price sells. @throws Problem 400 for a price that is not for sale */
export async function tierForSale({ catalog }: Payments, priceId: string): Promise<SoldTier> {
  const tier = await catalog.tierForSale(priceId)
  if (!tier) throw invalid([{ field: 'priceId', message: 'Unknown price ID' }])
  return tier
}
