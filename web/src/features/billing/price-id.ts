import type { PlanOffer } from '@utter/contracts/http/plan-offers'

declare global {
  interface ImportMetaEnv {
    readonly VITE_STRIPE_PRICE_STARTER?: string
    readonly VITE_STRIPE_PRICE_CREATOR?: string
    readonly VITE_STRIPE_PRICE_PRO?: string
  }
}

/** The price at Stripe: the one that the pages were built with, else the one that the plans name. */
export const priceIdOf = ({ name, priceId }: PlanOffer): string | undefined => builtIn(name) || priceId

// Each name in full: the build puts the value in its place.
function builtIn(tier: PlanOffer['name']): string | undefined {
  if (tier === 'starter') return import.meta.env.VITE_STRIPE_PRICE_STARTER
  if (tier === 'creator') return import.meta.env.VITE_STRIPE_PRICE_CREATOR
  if (tier === 'pro') return import.meta.env.VITE_STRIPE_PRICE_PRO
  return undefined
}
