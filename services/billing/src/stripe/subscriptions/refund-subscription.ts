import { failpoint } from '@utter/runtime/failpoint'
import type Stripe from 'stripe'
import { idOf } from '../client.ts'

/**
 * Refunds what was paid for a subscription since a time, each payment once, but for its items of overage: those calls were made. A refund
 * that Stripe has already, made here or by hand, is left as it is.
 */
export async function refundSubscription(stripe: Stripe, subscription: string, since: Date): Promise<void> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const invoices = stripe.invoices.list({
    subscription,
    status: 'paid',
    created,
    limit: 100,
    expand: ['data.payments'],
  })
  for await (const { id, payments } of invoices) {
    let left = (payments?.data ?? []).reduce((sum, { amount_paid: paid }) => sum + (paid ?? 0), 0)
    for await (const { amount, taxes, metadata } of stripe.invoices.listLineItems(id, { limit: 100 }))
      if (metadata.key) left -= (taxes ?? []).reduce((sum, tax) => sum + tax.amount, amount)
    for (const { amount_paid: paid, payment } of payments?.data ?? []) {
      const amount = Math.min(paid ?? 0, left)
      const intent = idOf(payment.payment_intent)
      if (amount <= 0 || !intent) continue
      left -= amount
      await refundOnce(stripe, { payment_intent: intent, amount, reason: 'duplicate', metadata: { subscription } })
      failpoint('second-refunded')
    }
  }
}

/** Asked first, since Stripe forgets a key after a day. */
async function refundOnce(stripe: Stripe, params: Stripe.RefundCreateParams & { payment_intent: string }) {
  const { data } = await stripe.refunds.list({ payment_intent: params.payment_intent, limit: 1 })
  if (data.length > 0) return
  await stripe.refunds.create(params, { idempotencyKey: `refund:${params.payment_intent}` })
}
