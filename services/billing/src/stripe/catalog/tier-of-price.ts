import { type TierName, tierNames } from '@utter/contracts/plans'
import type Stripe from 'stripe'
import { lookupKeyOf, soldTiers } from './sold-tiers.ts'

/** A plan; `unknown` for a word that names none: a typing error must not pass for the product's plan. */
type Said = TierName | 'unknown' | undefined

/** The plan that a price itself names: by `utter_tier`, by the metadata of the set-up, or by its lookup key. */
export function tierOfPrice({ metadata, lookup_key: key }: Pick<Stripe.Price, 'metadata' | 'lookup_key'>): Said {
  return tierIn(metadata) ?? soldTiers.find((tier) => lookupKeyOf(tier) === key)
}

/** The plan that metadata names, as people type it. `tier` alone may be another shop's word. */
export function tierIn(metadata: Stripe.Metadata | null | undefined): Said {
  if (metadata?.utter_tier) return paidTier(metadata.utter_tier) ?? 'unknown'
  return paidTier(metadata?.tier ?? '')
}

function paidTier(word: string): TierName | undefined {
  const name = word.trim().toLowerCase()
  return tierNames.find((tier) => tier === name && tier !== 'free')
}
