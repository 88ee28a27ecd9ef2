import type Stripe from 'stripe'
import type { InvoiceItem } from '../../store/invoice-items.ts'

/**
 * Gives back what an item's bonus calls cost, once: as a credit that the customer's next invoice takes off. A transaction that was made
 * before is found by its metadata, even when Stripe has forgotten the key (24 hours).
 * @returns the id of the transaction
 */
export async function makeCredit(
  stripe: Stripe,
  { _id: item, customerId, tier, segment }: InvoiceItem,
  cents: number,
): Promise<string> {
  for await (const { id, metadata } of stripe.customers.listBalanceTransactions(customerId, { limit: 100 }))
    if (metadata?.item === item) return id
  const made = await stripe.customers.createBalanceTransaction(
    customerId,
    {
      amount: -cents,
      currency: 'usd',
      description: `Bonus calls from ${segment.toISOString().slice(0, 10)} that were billed as calls past the ${tier} plan`,
      metadata: { item },
    },
    { idempotencyKey: `credit:${item}` },
  )
  return made.id
}
