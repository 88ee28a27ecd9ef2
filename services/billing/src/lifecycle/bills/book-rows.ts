import type Stripe from 'stripe'
import type { StripeDeps } from '../../deps.ts'
import type { BookMonths } from '../../domain/book-months.ts'
import type { BookRow } from '../../domain/books-csv.ts'
import { thousandthsFrom } from '../../domain/currency.ts'
import { invoiceLines } from '../../stripe/bills/read-invoice-lines.ts'
import { idOf, isMissing } from '../../stripe/client.ts'

type Deps = Pick<StripeDeps, 'subscriptions' | 'items' | 'payments'>

/** The lines of the invoices of some months, as Stripe has them. @param customer of one customer; without, of all */
export async function* bookRows(deps: Deps, { start, end }: BookMonths, customer?: string): AsyncGenerator<BookRow> {
  const { subscriptions, payments } = deps
  let last: { customer: string; account: string } | undefined
  try {
    for await (const { invoice, line } of invoiceLines(payments.stripe, { start, end, customer })) {
      const id = idOf(invoice.customer) ?? ''
      // All lines of an invoice follow one another.
      if (last?.customer !== id) last = { customer: id, account: (await subscriptions.byCustomer(id))?._id ?? '' }
      yield await rowOf(deps, last.account, invoice, line)
    }
  } catch (error) {
    // A customer that Stripe does not have has no invoice.
    if (!(customer && isMissing(error))) throw error
  }
}

async function rowOf(
  { items, payments }: Deps,
  account: string,
  { number, status, status_transitions: at, created, currency }: Stripe.Invoice,
  { description, period, pricing, metadata, quantity, amount, taxes }: Stripe.InvoiceLineItem,
): Promise<BookRow> {
  const item = metadata.key ? await items.read(metadata.key) : null
  const price = idOf(pricing?.price_details?.price)
  const cents = Number(String(pricing?.unit_amount_decimal ?? Number.NaN))
  const inCurrency = (units: number) => thousandthsFrom(units, currency) / 1_000
  return {
    invoice_number: number ?? '',
    invoice_date: dayOf(at.finalized_at ?? created),
    invoice_state: status ?? '',
    account,
    description: description ?? '',
    plan: item?.tier ?? (price ? ((await payments.catalog.tierOf(price)) ?? '') : ''),
    period_start: dayOf(period.start),
    period_end: dayOf(period.end),
    calls: item ? (quantity ?? item.quantity) : undefined,
    // Without the rest of a division: a price has no smaller part.
    price_per_call: item && !Number.isNaN(cents) ? Number(inCurrency(cents).toFixed(5)) : undefined,
    amount: inCurrency(amount),
    tax: inCurrency((taxes ?? []).reduce((sum, one) => sum + one.amount, 0)),
    currency,
  }
}

const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)
