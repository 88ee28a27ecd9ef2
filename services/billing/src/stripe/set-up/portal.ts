import type Stripe from 'stripe'
import { digestOf, listAll, madeOnce } from './made-once.ts'

/** A price that the portal offers. */
export type Offered = { product: string; price: string }

/** How our configuration is known among the account's others. */
const mark = { utter: 'portal' }

/**
 * The portal does what the pages promise: a plan ends with its period, a lower or shorter one follows at the period's end, and the
 * difference to a higher one is paid at once.
 */
export const portalFeatures = (offered: Offered[]) =>
  ({
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products: offered.map(({ product, price }) => ({ product, prices: [price] })),
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
    },
  }) satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features

/** Our configuration of the portal: the oldest, if there were several. */
export async function presentPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const expand = ['data.features.subscription_update.products']
  const all = await listAll(stripe.billingPortal.configurations.list({ active: true, limit: 100, expand }))
  return all.find(({ metadata }) => metadata?.utter === mark.utter)
}

/** Makes the configuration of the portal, or brings it to what the plans need. */
export async function setUpPortal(
  stripe: Stripe,
  { offered, returnUrl }: { offered: Offered[]; returnUrl: string },
  changes: string[],
): Promise<void> {
  const present = await presentPortal(stripe)
  const params = { features: portalFeatures(offered), default_return_url: returnUrl }
  if (!present) {
    const all = { ...params, metadata: mark }
    await madeOnce(
      `portal:${digestOf(all)}`,
      (idempotencyKey) => stripe.billingPortal.configurations.create(all, { idempotencyKey }),
      async (id) => (await stripe.billingPortal.configurations.retrieve(id)).active,
    )
    changes.push('The configuration of the billing portal was made.')
  } else if (!includes(present, params)) {
    await stripe.billingPortal.configurations.update(present.id, params)
    changes.push('The configuration of the billing portal was changed to what the plans need.')
  }
}

/** Whether a value has all that is wanted, whatever it has besides, and in whatever order its lists are. */
export function includes(present: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const rest = Array.isArray(present) ? [...present] : []
    return (
      rest.length === wanted.length &&
      wanted.every((one) => {
        const place = rest.findIndex((other) => includes(other, one))
        if (place >= 0) rest.splice(place, 1)
        return place >= 0
      })
    )
  }
  if (typeof wanted !== 'object' || wanted === null) return present === wanted
  return Object.entries(wanted).every(([name, value]) => includes((present as Fields | null)?.[name], value))
}
type Fields = Record<string, unknown>
