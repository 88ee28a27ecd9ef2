import type { InvoiceState, InvoiceView } from '@utter/contracts/http/invoices'
import type Stripe from 'stripe'

/** A payment, and what was given back of it, in its currency's smallest unit. */
export type Refunded = { id: string; amount: number; refunded: number }

/**
 * An invoice as its owner sees it; none for a draft, which may still change.
 * @param lost the charges of lost disputes
 * @param ownPages the beginning of the sandbox's pages, the only links without https
 */
export function invoiceView(
  invoice: Stripe.Invoice,
  payments: Refunded[],
  { lost = [], ownPages }: { lost?: string[]; ownPages?: string | undefined } = {},
): InvoiceView[] {
  const { number, status, total, currency, created, status_transitions: at } = invoice
  if (!isShown(status)) return []
  const safe = (url: string | null | undefined) => (url && isSafe(url, ownPages) ? url : undefined)
  const payUrl = status === 'open' ? safe(invoice.hosted_invoice_url) : undefined
  const pdfUrl = safe(invoice.invoice_pdf)
  return [
    {
      number,
      date: new Date((at.finalized_at ?? created) * 1_000).toISOString(),
      amount: total,
      currency,
      state: payments.some(({ id }) => lost.includes(id))
        ? 'charged_back'
        : stateOf(status, invoice.attempted, payments),
      ...(payUrl && { payUrl }),
      ...(pdfUrl && { pdfUrl }),
    },
  ]
}

type ShownStatus = 'open' | 'paid' | 'void' | 'uncollectible'
const isShown = (status: string | null): status is ShownStatus =>
  status === 'open' || status === 'paid' || status === 'void' || status === 'uncollectible'

function stateOf(status: ShownStatus, isAttempted: boolean, payments: Refunded[]): InvoiceState {
  if (status === 'open') return isAttempted ? 'payment_failed' : 'open'
  if (status !== 'paid') return status
  const sum = (name: 'amount' | 'refunded') => payments.reduce((all, one) => all + one[name], 0)
  if (sum('refunded') === 0) return 'paid'
  return sum('refunded') < sum('amount') ? 'partially_refunded' : 'refunded'
}

const isSafe = (url: string, ownPages: string | undefined): boolean =>
  url.startsWith('https://') || (ownPages !== undefined && url.startsWith(ownPages))
