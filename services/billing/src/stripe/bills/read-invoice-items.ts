import type Stripe from 'stripe'
import { thousandthsFrom } from '../../domain/currency.ts'
import type { StripeItem } from '../../domain/differences.ts'
import { isMissing } from '../client.ts'

/** The parts of a list of items that `ownItem` needs expanded. */
export const itemParts = ['data.invoice']

/** A customer's items of overage, as Stripe has them: those with our key. */
export async function readInvoiceItems(stripe: Stripe, customer: string): Promise<StripeItem[]> {
  const items: StripeItem[] = []
  try {
    for await (const item of stripe.invoiceItems.list({ customer, limit: 100, expand: itemParts }))
      items.push(...ownItem(item))
  } catch (error) {
    // A customer that Stripe does not have has none.
    if (!isMissing(error)) throw error
  }
  return items
}

/** An item of overage, with its invoice expanded; none where it has no key of ours. */
export function ownItem({
  id,
  quantity,
  currency,
  date,
  metadata,
  pricing,
  invoice,
}: Stripe.InvoiceItem): StripeItem[] {
  if (!metadata?.key) return []
  const price = thousandthsFrom(Number(String(pricing?.unit_amount_decimal ?? Number.NaN)), currency)
  return [
    {
      ...{ id, key: metadata.key, quantity, price, currency, at: dateOf(date) },
      ...(invoice && typeof invoice !== 'string' && { invoice: stateOf(invoice) }),
    },
  ]
}

const stateOf = ({ id, status, created }: Stripe.Invoice) => ({ id, status: status ?? 'draft', at: dateOf(created) })
const dateOf = (seconds: number): Date => new Date(seconds * 1_000)
