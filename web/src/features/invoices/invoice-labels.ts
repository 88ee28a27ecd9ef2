import type { InvoiceState } from '@utter/contracts/http/invoices'

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
