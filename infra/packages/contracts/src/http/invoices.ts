import * as z from 'zod/mini'
import { Instant } from '../ids.ts'

/**
 * `payment_failed`: open, after a payment that was tried and not made. `refunded`: all that was paid for it is given back. `charged_back`: the
 * bank took its payment back, after a dispute.
 */
export const invoiceStates = [
  'paid',
  'open',
  'payment_failed',
  'void',
  'uncollectible',
  'refunded',
  'partially_refunded',
  'charged_back',
] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const InvoiceView = z.object({
  /** Null for one of an account of Stripe's that gives none. */
  number: z.nullable(z.string()),
  /** When it was made out. */
  date: Instant,
  /** Its total, in the smallest unit of its currency: cents. */
  amount: z.int(),
  /** ISO 4217, in small letters. */
  currency: z.string(),
  state: z.enum(invoiceStates),
  /** Where an invoice that is not paid yet is paid. */
  payUrl: z.optional(z.string()),
  pdfUrl: z.optional(z.string()),
})
export type InvoiceView = z.infer<typeof InvoiceView>
/** `GET /api/billing/invoices`: newest first, without drafts. */
export const InvoiceViews = z.array(InvoiceView)
