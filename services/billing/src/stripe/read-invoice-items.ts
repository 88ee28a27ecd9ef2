import type Stripe from 'stripe'
import type { StripeItem } from '../domain/differences.ts'

/** A customer's items of overage, as Stripe has them: those with our key. */
export async function readInvoiceItems(stripe: Stripe, customer: string): Promise<StripeItem[]> {
  const items: StripeItem[] = []
  for await (const { id, quantity, metadata } of stripe.invoiceItems.list({ customer, limit: 100 }))
    if (metadata?.key) items.push({ id, key: metadata.key, quantity })
  return items
}
