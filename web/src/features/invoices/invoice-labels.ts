import type { InvoiceState } from '@utter/contracts/http/invoices'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'

export const stateLabels: Record<InvoiceState, MessageDescriptor> = {
  paid: msg('Paid'),
  open: msg('Open'),
  payment_failed: msg('Payment failed'),
  void: msg('Void'),
  uncollectible: msg('Uncollectible'),
  refunded: msg('Refunded'),
  partially_refunded: msg('Partly refunded'),
  charged_back: msg('Charged back'),
}
