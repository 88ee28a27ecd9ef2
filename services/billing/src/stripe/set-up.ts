import type { Plan } from '@utter/contracts/plans'
import type Stripe from 'stripe'
import { centsOf } from './catalog.ts'
import { eventTypes } from './event-types.ts'
import { lookupKeyOf, type SoldTier, soldTiers } from './sold-tiers.ts'

export type SetUp = { stripe: Stripe; plans: Plan[]; publicUrl: string }

/**
 * Products, monthly prices and the webhook endpoint, as the plans and PUBLIC_URL have them. A second run changes nothing.
 * @returns what was made or moved, a sentence each
 */
export async function setUpStripe({ stripe, plans, publicUrl }: SetUp): Promise<string[]> {
  const changes: string[] = []
  const products = await listAll(stripe.products.list({ active: true, limit: 100 }))
  for (const tier of soldTiers) {
    let product = products.find(({ metadata }) => metadata.tier === tier)
    if (!product) {
      // Two set-ups at once make one.
      product = await stripe.products.create(
        { name: `Utter ${titleOf(tier)}`, metadata: { tier } },
        { idempotencyKey: `product:${tier}` },
      )
      changes.push(`The product of ${tier} was made.`)
    }
    changes.push(...(await setUpPrice(stripe, tier, product.id, centsOf(plans, tier))))
  }
  changes.push(...(await setUpEndpoint(stripe, new URL('/api/stripe/webhook', publicUrl).href)))
  return changes
}

/** An amount can't be changed: a new price takes the lookup key over, and running subscriptions keep theirs. */
async function setUpPrice(stripe: Stripe, tier: SoldTier, product: string, cents: number): Promise<string[]> {
  const key = lookupKeyOf(tier)
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  const before = data[0]
  if (before?.unit_amount === cents) return []
  await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { tier },
    },
    // Two set-ups at once make one price; a later return to the same amount makes another.
    { idempotencyKey: `price:${tier}:${cents}:${before?.id ?? 'first'}` },
  )
  return [
    `The price of ${tier} is ${cents / 100} dollars a month${before ? `, as ${key} in place of ${before.id}` : ''}.`,
  ]
}

async function setUpEndpoint(stripe: Stripe, url: string): Promise<string[]> {
  const endpoints = await listAll(stripe.webhookEndpoints.list({ limit: 100 }))
  const present = endpoints.find((endpoint) => endpoint.url === url)
  if (!present) {
    await stripe.webhookEndpoints.create({ url, enabled_events: [...eventTypes] })
    return [`The webhook endpoint ${url} was made: STRIPE_WEBHOOK_SECRET is its signing secret.`]
  }
  if (eventTypes.every((type) => present.enabled_events.some((one) => one === type || one === '*'))) return []
  await stripe.webhookEndpoints.update(present.id, { enabled_events: [...eventTypes] })
  return [`The webhook endpoint ${url} gets further events.`]
}

async function listAll<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of pages) all.push(one)
  return all
}

const titleOf = (tier: string) => tier.charAt(0).toUpperCase() + tier.slice(1)
