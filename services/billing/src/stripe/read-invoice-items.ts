import type Stripe from 'stripe'
import type { StripeItem } from '../domain/differences.ts'

/** A customer's items of overage, as Stripe has them: those with our key. */
export async function readInvoiceItems(stripe: Stripe, customer: string): Promise<StripeItem[]> {
  const items: StripeItem[] = []
  for await (const item of stripe.invoiceItems.list({ customer, limit: 100, expand: ['data.invoice'] })) {
    const { id, quantity, currency, date, metadata, pricing, invoice } = item
    if (!metadata?.key) continue
    const price = Number(String(pricing?.unit_amount_decimal ?? Number.NaN)) * 10
    items.push({
      ...{ id, key: metadata.key, quantity, price, currency, at: dateOf(date) },
      ...(invoice && typeof invoice !== 'string' && { invoice: stateOf(invoice) }),
    })
  }
  return items
}

const stateOf = ({ id, status, created }: Stripe.Invoice) => ({ id, status: status ?? 'draft', at: dateOf(created) })
const dateOf = (seconds: number): Date => new Date(seconds * 1_000)
