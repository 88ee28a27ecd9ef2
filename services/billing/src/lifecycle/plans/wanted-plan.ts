import type { TierName } from '@utter/contracts/plans'
import { Problem, serviceUnavailable } from '@utter/http/problem'
import { type SoldTier, soldTiers } from '../../stripe/catalog/sold-tiers.ts'
import type { Payments } from '../../stripe/payments.ts'
import { tierForSale } from './for-sale.ts'

export type WantedPlan = { tier: SoldTier; priceId: string }

/**
 * The plan that a price names; without one the next tier up.
 * @throws Problem 400 for a price that is not for sale, 409 where the next step is a talk
 */
export async function wantedPlan(
  payments: Payments,
  present: TierName,
  priceId: string | undefined,
  salesEmail: string | undefined,
): Promise<WantedPlan> {
  if (priceId !== undefined) return { tier: await tierForSale(payments, priceId), priceId }
  // The free plan, which is not sold, has the place −1.
  const next = soldTiers[soldTiers.indexOf(present as SoldTier) + 1]
  if (!next || present === 'enterprise') throw contactSales(salesEmail)
  if (!payments.catalog.priceOf(next)) await payments.catalog.load()
  const price = payments.catalog.priceOf(next)
  if (!price) throw serviceUnavailable()
  return { tier: next, priceId: price }
}

export const contactSales = (email: string | undefined): Problem =>
  new Problem(409, 'contact_sales', 'Contact sales', email ? { details: [{ field: 'contact', message: email }] } : {})
