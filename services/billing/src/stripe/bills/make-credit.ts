import type Stripe from 'stripe'
import { dollars } from '../../domain/currency.ts'
import type { Adjustment } from '../../store/adjustments.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'
import { underKey } from '../client.ts'

/** Gives back what an item's bonus calls cost, once. @returns the id of the transaction */
export const makeCredit = (
  stripe: Stripe,
  { _id: item, customerId, tier, segment, currency = dollars }: InvoiceItem,
  cents: number,
): Promise<string> =>
  creditOnce(stripe, customerId, {
    ...{ name: 'item', key: item, cents, currency },
    description: `Bonus calls from ${segment.toISOString().slice(0, 10)} that were billed as calls past the ${tier} plan`,
  })

/** Gives the credit that the operator intends, once. @returns the id of the transaction */
export const makeGivenCredit = (stripe: Stripe, { _id: key, customerId, cents, currency, reason }: Adjustment) =>
  creditOnce(stripe, customerId, { name: 'adjustment', key, cents, currency, description: reason })

type Credit = { name: string; key: string; cents: number; currency: string; description: string }

/**
 * A credit that the customer's next invoice takes off. A transaction that was made before is found by its metadata, even when Stripe has
 * forgotten the key (24 hours).
 */
async function creditOnce(stripe: Stripe, customer: string, { name, key, cents, ...about }: Credit): Promise<string> {
  for await (const { id, metadata } of stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
    if (metadata?.[name] === key) return id
  const made = await stripe.customers.createBalanceTransaction(
    customer,
    { amount: -cents, ...about, metadata: { [name]: key } },
    underKey(`credit:${key}`),
  )
  return made.id
}
