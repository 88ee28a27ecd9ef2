import type Stripe from 'stripe'
import type { Adjustment } from '../../store/adjustments.ts'
import { idOf, underKey } from '../client.ts'

/** Paid invoices among which one is looked for, newest first. */
const maxInvoices = 300

/** An invoice that was paid, and its payment with what is left of it. */
export type PaidInvoice = { number: string; paymentIntent: string; currency: string; left: number }

/** A customer's paid invoice of this number, or the last one for which anything was paid. */
export async function findPaidInvoice(
  stripe: Stripe,
  customer: string,
  wanted?: string,
): Promise<PaidInvoice | undefined> {
  let looked = 0
  for await (const invoice of stripe.invoices.list({
    ...{ customer, status: 'paid', limit: 100, expand: ['data.payments'] },
  })) {
    looked += 1
    if (looked > maxInvoices) return undefined
    const payment = invoice.payments?.data.find(({ status }) => status === 'paid')
    const paymentIntent = idOf(payment?.payment.payment_intent)
    const number = invoice.number ?? invoice.id
    if (!paymentIntent || !payment?.amount_paid || (wanted !== undefined && wanted !== number)) continue
    const { data } = await stripe.charges.list({ payment_intent: paymentIntent, limit: 100 })
    const left = data
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0)
    return { number, paymentIntent, currency: invoice.currency, left }
  }
  return undefined
}

/**
 * Makes the refund that is intended, once: one that was made before is found by its metadata, even when Stripe has forgotten the key.
 * @returns its id
 */
export async function makeRefund(stripe: Stripe, { _id: key, cents, reason, paymentIntent = '' }: Adjustment) {
  for await (const { id, metadata } of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }))
    if (metadata?.adjustment === key) return id
  const made = await stripe.refunds.create(
    {
      payment_intent: paymentIntent,
      amount: cents,
      reason: 'requested_by_customer',
      metadata: { adjustment: key, why: reason },
    },
    underKey(`refund:${key}`),
  )
  return made.id
}
