import type Stripe from 'stripe'
import type { Catalog } from './catalog/catalog.ts'

/** The way to Stripe, or to the sandbox in its place. */
export type Payments = {
  stripe: Stripe
  catalog: Pick<Catalog, 'load' | 'priceOf' | 'tierForSale' | 'tierOf'>
  /** Whether what is sold from now on has tax on top. */
  isTaxed?: boolean | undefined
  /** Absent: no event is accepted. */
  webhookSecrets?: readonly string[] | undefined
  /** Absent: Stripe itself. */
  sandboxUrl?: string | undefined
}
