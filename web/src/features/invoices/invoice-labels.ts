import type { InvoiceState, InvoiceView } from '@utter/contracts/http/invoices'
import { locale } from '../../lib/format/locale.ts'

/** '$39.00', '€35.00', '¥5,900': an amount in the smallest unit of its currency. */
export function amountOf({ amount, currency }: Pick<InvoiceView, 'amount' | 'currency'>): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const stateLabels: Record<InvoiceState, string> = {
  paid: 'Paid',
  open: 'Open',
  payment_failed: 'Payment failed',
  void: 'Void',
  uncollectible: 'Uncollectible',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  charged_back: 'Charged back',
}
