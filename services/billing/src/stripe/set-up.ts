import type { Plan } from '@utter/contracts/plans'
import type Stripe from 'stripe'
import { centsOf } from './catalog/catalog.ts'
import { soldTiers } from './catalog/sold-tiers.ts'
import { endpointUrl, setUpEndpoint } from './set-up/endpoint.ts'
import { listAll } from './set-up/made-once.ts'
import { type Offered, setUpPortal } from './set-up/portal.ts'
import { setUpPrice } from './set-up/price.ts'
import { setUpProduct } from './set-up/product.ts'

export type SetUp = { stripe: Stripe; plans: Plan[]; publicUrl: string }
export type SetUpOutcome = {
  /** A sentence for each thing that was made or moved. */
  changes: string[]
  /** The signing secret of the webhook endpoint, where that was made just now. It is for the operator's eyes alone. */
  webhookSecret?: string
}

/**
 * Products, monthly prices, the configuration of the billing portal and the webhook endpoint, as the plans and PUBLIC_URL have them. A
 * second run changes nothing, and two at once make one of each.
 */
export async function setUpStripe({ stripe, plans, publicUrl }: SetUp): Promise<SetUpOutcome> {
  const changes: string[] = []
  const products = await listAll(stripe.products.list({ limit: 100 }))
  const offered: Offered[] = []
  for (const tier of soldTiers) {
    const product = await setUpProduct(stripe, products, tier, changes)
    const price = await setUpPrice(stripe, { tier, product, cents: centsOf(plans, tier) }, changes)
    offered.push({ product, price })
  }
  await setUpPortal(stripe, { offered, returnUrl: new URL('/account', publicUrl).href }, changes)
  const webhookSecret = await setUpEndpoint(stripe, endpointUrl(publicUrl), changes)
  return { changes, ...(webhookSecret && { webhookSecret }) }
}
