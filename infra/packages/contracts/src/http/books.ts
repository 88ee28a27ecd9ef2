import * as z from 'zod/mini'

/** Months that one export has, both ends included. */
export const maxBookMonths = 36

function month(field: string) {
  const sentence = `${field} must be a month such as 2026-03`
  return z.string(sentence).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, sentence))
}

/** `GET /api/billing/export`: invoices by the month in which they were made, in UTC; without `from` and `to` those of the last twelve. */
export const BooksQuery = z.object({ from: z.optional(month('from')), to: z.optional(month('to')) })
export type BooksQuery = z.infer<typeof BooksQuery>
