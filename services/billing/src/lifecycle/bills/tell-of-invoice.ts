import type { StripeDeps } from '../../deps.ts'
import { invoiceNotice } from '../../domain/invoice-notice.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { noticeMade } from '../../publishes/notice-made.ts'
import { unlessMissing } from '../../stripe/client.ts'

/**
 * Tells the owner that an invoice was paid, or that a payment of it failed. Before the event counts as handled: after a crash it is published
 * again, under the same cause.
 */
export async function tellOfInvoice(
  { payments, publish, clock }: StripeDeps,
  { _id: userId, version }: Subscription,
  type: string,
  invoiceId: string,
): Promise<void> {
  if (type !== 'invoice.paid' && type !== 'invoice.payment_failed') return
  const invoice = await payments.stripe.invoices.retrieve(invoiceId).catch(unlessMissing)
  const notice = invoice && invoiceNotice(type, invoice)
  if (notice) await publish([noticeMade(userId, version, notice, clock.now())])
}
