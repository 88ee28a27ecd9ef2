import type Stripe from 'stripe'

const yearSeconds = 365 * 86_400
/** Invoices of a year that are looked at: more say no less. */
const maxInvoices = 1_000

/** Cents that a customer has paid within a year. Limits are in dollars, so payments in another currency are left out. */
export async function readPaid(stripe: Stripe, customer: string, now: Date): Promise<number> {
  const created = { gte: Math.floor(now.getTime() / 1_000) - yearSeconds }
  let [cents, read] = [0, 0]
  for await (const invoice of stripe.invoices.list({ customer, status: 'paid', created, limit: 100 })) {
    if (invoice.currency === 'usd') cents += invoice.amount_paid
    read += 1
    if (read >= maxInvoices) break
  }
  return cents
}
