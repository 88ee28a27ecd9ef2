import type Stripe from 'stripe'
import { lookupKeyOf, type SoldTier } from '../catalog/sold-tiers.ts'
import { madeOnce } from './made-once.ts'

/** Amounts on the pages are without tax. It can't be changed once it is set. */
export const taxBehavior = 'exclusive'

export const isMonthlyInDollars = ({ currency, recurring }: Stripe.Price): boolean =>
  currency === 'usd' && recurring?.interval === 'month' && recurring.interval_count === 1

/** Whether a price is so much, in dollars, a month. */
export const isMonthly = (price: Stripe.Price, cents: number): boolean =>
  isMonthlyInDollars(price) &&
  price.recurring?.usage_type === 'licensed' &&
  price.billing_scheme === 'per_unit' &&
  price.unit_amount === cents

const hasNoTax = ({ tax_behavior }: Stripe.Price) => !tax_behavior || tax_behavior === 'unspecified'

/** The fault of a tier's price; undefined when it is right. */
export function faultOfPrice(price: Stripe.Price | undefined, product: string, cents: number): string | undefined {
  if (!price) return 'there is none'
  if (!isMonthly(price, cents)) return `${price.id} is not ${cents / 100} dollars a month`
  if (price.product !== product) return `${price.id} is of another product`
  if (!price.active) return `${price.id} is archived`
  return price.tax_behavior === taxBehavior ? undefined : `${price.id} does not say that tax comes on top`
}

/** The price that a tier's lookup key leads to, also an archived one. */
export async function presentPrice(stripe: Stripe, tier: SoldTier): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKeyOf(tier)], limit: 10 })
  return data.find(({ active }) => active) ?? data[0]
}

/**
 * Makes the monthly price of a tier. An amount can't be changed: a new price takes the lookup key over, and running subscriptions keep
 * theirs. @returns its id
 */
export async function setUpPrice(
  stripe: Stripe,
  { tier, product, cents }: { tier: SoldTier; product: string; cents: number },
  changes: string[],
): Promise<string> {
  const before = await presentPrice(stripe, tier)
  if (before && isMonthly(before, cents) && before.product === product) {
    if (!faultOfPrice(before, product, cents)) return before.id
    if (before.tax_behavior === taxBehavior || hasNoTax(before)) {
      await stripe.prices.update(before.id, { active: true, ...(hasNoTax(before) && { tax_behavior: taxBehavior }) })
      changes.push(`The price of ${tier} is in use, and tax comes on top of it.`)
      return before.id
    }
  }
  const key = lookupKeyOf(tier)
  const { id } = await madeOnce(
    // A later return to the same amount makes another.
    `price:${tier}:${product}:${cents}:${before?.id ?? 'first'}`,
    (idempotencyKey) =>
      stripe.prices.create(
        {
          product,
          currency: 'usd',
          unit_amount: cents,
          recurring: { interval: 'month' },
          tax_behavior: taxBehavior,
          lookup_key: key,
          transfer_lookup_key: true,
          metadata: { tier },
        },
        { idempotencyKey },
      ),
    async (made) => {
      const { active, lookup_key } = await stripe.prices.retrieve(made)
      return active && lookup_key === key
    },
  )
  const replaced = before ? `, as ${key} in place of ${before.id}` : ''
  changes.push(`The price of ${tier} is ${cents / 100} dollars a month${replaced}.`)
  return id
}
