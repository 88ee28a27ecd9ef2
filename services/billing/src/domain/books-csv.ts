import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** A line of an invoice, as the books have it. Amounts are in the currency itself, not in its cents. */
export type BookRow = {
  invoice_number: string
  invoice_date: string
  /** Stripe's: paid, open, void or uncollectible. */
  invoice_state: string
  /** Empty for a customer that is no account's, or no longer. */
  account: string
  description: string
  plan: string
  period_start: string
  period_end: string
  /** Absent but for calls past the plan, as is their price. */
  calls: number | undefined
  price_per_call: number | undefined
  amount: number
  tax: number
  currency: string
}
/** The order that programs rely on: a new column comes last. */
const columns = [
  'invoice_number',
  'invoice_date',
  'invoice_state',
  'account',
  'description',
  'plan',
  'period_start',
  'period_end',
  'calls',
  'price_per_call',
  'amount',
  'tax',
  'currency',
] as const satisfies (keyof BookRow)[]

const money = ['amount', 'tax']

/** The rows as CSV by RFC 4180, while they are read. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export const booksCsv = (rows: AsyncIterable<BookRow>): Readable =>
  pipeline(
    Readable.from(rows),
    stringify({
      columns: [...columns],
      header: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      // Also a break that is not this delimiter.
      quoted_match: /[\r\n]/,
      cast: {
        number: (value, { column }) => (money.includes(String(column)) ? value.toFixed(2) : String(value)),
      },
    }),
    // The reader of the stream meets the failure too.
    () => {},
  )
