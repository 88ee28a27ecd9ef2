import type Stripe from 'stripe'

/** Invoices of one reading: more than a month of a hundred thousand accounts. */
const maxInvoices = 1_000_000
type AskedInvoices = { customer?: string | undefined; start: Date; end: Date }

/** Each line of the invoices that were made between two instants, newest invoice first. A draft may still change, so it is none yet. */
export async function* invoiceLines(
  stripe: Stripe,
  { customer, start, end }: AskedInvoices,
): AsyncGenerator<{ invoice: Stripe.Invoice; line: Stripe.InvoiceLineItem }> {
  const created = { gte: secondsOf(start), lt: secondsOf(end) }
  let read = 0
  for await (const invoice of stripe.invoices.list({ created, limit: 100, ...(customer && { customer }) })) {
    read += 1
    if (read > maxInvoices) throw new Error(`there are more than ${maxInvoices} invoices`)
    if (invoice.status === 'draft') continue
    const { data, has_more: hasMore } = invoice.lines
    const lines = hasMore ? stripe.invoices.listLineItems(invoice.id, { limit: 100 }) : data
    for await (const line of lines) yield { invoice, line }
  }
}

const secondsOf = (date: Date): number => date.getTime() / 1_000
