import type { Notice } from '@utter/contracts/http/notices/notice'
import type Stripe from 'stripe'
import { thousandthsFrom } from './currency.ts'

/** A notice about an invoice, with its cause: the invoice, and which try of it failed. */
export type InvoiceNotice = { cause: string; notice: Notice }
type Told = Pick<
  Stripe.Invoice,
  'id' | 'number' | 'currency' | 'amount_due' | 'amount_paid' | 'attempt_count' | 'next_payment_attempt'
>

/** Undefined: there is nothing to tell, since nothing was to be paid. */
export function invoiceNotice(
  type: 'invoice.paid' | 'invoice.payment_failed',
  invoice: Told,
): InvoiceNotice | undefined {
  const { id, number, currency, attempt_count: tries, next_payment_attempt: retryAt } = invoice
  const units = type === 'invoice.paid' ? invoice.amount_paid : invoice.amount_due
  if (units <= 0) return undefined
  const sum = { amount: thousandthsFrom(units, currency) / 1_000, currency }
  if (type === 'invoice.paid')
    return { cause: `invoice-paid ${id}`, notice: { kind: 'invoice-paid', ...sum, ...(number && { number }) } }
  const next = retryAt ? { retryAt: new Date(retryAt * 1_000).toISOString() } : {}
  return { cause: `payment-failed ${id} ${tries}`, notice: { kind: 'payment-failed', ...sum, ...next } }
}
