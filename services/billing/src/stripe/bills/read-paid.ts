import type Stripe from 'stripe'

const yearSeconds = 365 * 86_400
/** Invoices, and charges, of a year that are looked at: more say no less. */
const maxRead = 1_000

/**
 * Cents that a customer has paid within a year, less those that were refunded. Limits are in dollars, so payments in another currency are left
 * out.
 */
export async function readPaid(stripe: Stripe, customer: string, now: Date): Promise<number> {
  const created = { gte: Math.floor(now.getTime() / 1_000) - yearSeconds }
  let [cents, read] = [0, 0]
  for await (const invoice of stripe.invoices.list({ customer, status: 'paid', created, limit: 100 })) {
    if (invoice.currency === 'usd') cents += invoice.amount_paid
    read += 1
    if (read >= maxRead) break
  }
  read = 0
  // An invoice does not tell its refunds. There is no charge of an invoice that was paid by other means.
  for await (const charge of stripe.charges.list({ customer, created, limit: 100 })) {
    if (charge.currency === 'usd') cents -= charge.amount_refunded
    read += 1
    if (read >= maxRead) break
  }
  return Math.max(0, cents)
}
