import * as z from 'zod/mini'

export const tierNames = ['free', 'starter', 'creator', 'pro', 'enterprise'] as const
export const TierName = z.enum(tierNames)
export type TierName = z.infer<typeof TierName>

/** 'Starter': the name of a plan, for people. */
export const titleOf = (tier: TierName): string => tier.charAt(0).toUpperCase() + tier.slice(1)

export const SubscriptionStatus = z.enum(['active', 'past_due', 'unpaid', 'canceled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
