import type { Context } from '../../context.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import { finalize, subscriptionOf } from './invoices.ts'
import { attemptPayment } from './pay.ts'

const day = 24 * 3600
/** Days after the first attempt on which a failed payment is tried again; after the last the subscription is unpaid. */
export const retryDays = [3, 5, 7]

/** A draft whose hour is over: finalized, and charged. */
export function finalizeAndCharge(context: Context, invoice: Invoice): void {
  finalize(context, invoice)
  collect(context, invoice)
}

/** An attempt where nobody is there. A failure makes the subscription past due, the last one unpaid. */
export function collect(context: Context, invoice: Invoice): void {
  const { emit } = context
  const outcome = attemptPayment(context, invoice, 'renewal')
  if (outcome.status === 'succeeded') return
  const nextDays = retryDays[invoice.attempt_count - 1]
  const first = invoice._firstAttempt ?? context.clock.now()
  invoice.next_payment_attempt = nextDays === undefined ? null : first + nextDays * day
  emit('invoice.payment_failed', invoice)
  const subscription = subscriptionOf(context, invoice)
  if (!subscription || subscription.status === 'canceled') return
  const { status } = subscription
  const next = nextDays === undefined ? 'unpaid' : status === 'unpaid' ? 'unpaid' : 'past_due'
  if (next === status) return
  subscription.status = next
  emit('customer.subscription.updated', subscription, { status })
}
