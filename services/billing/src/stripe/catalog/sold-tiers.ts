import type { TierName } from '@utter/contracts/plans'

/** The tiers that are sold at Stripe, cheapest first. */
export const soldTiers = ['starter', 'creator', 'pro'] as const satisfies TierName[]
export type SoldTier = (typeof soldTiers)[number]

export const isSoldTier = (name: unknown): name is SoldTier => soldTiers.some((tier) => tier === name)

/** The lookup key of a tier's present price. A changed price takes it over from the one before. */
export const lookupKeyOf = (tier: SoldTier): string => `utter_${tier}`
