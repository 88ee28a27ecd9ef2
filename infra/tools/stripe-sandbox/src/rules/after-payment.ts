import type { Context } from '../context.ts'
import type { Invoice } from '../store/records.ts'
import { subscriptionOf } from './invoices.ts'
import { applyPendingUpdate } from './pending-update.ts'

/** A paid invoice brings its subscription back, when it was the latest; and the update that waited for it. */
export function afterPayment(context: Context, invoice: Invoice): void {
  const subscription = subscriptionOf(context, invoice)
  if (!subscription || subscription.status === 'canceled') return
  if (subscription._pendingInvoice === invoice.id) applyPendingUpdate(context, subscription)
  const { status } = subscription
  const isLate = status === 'past_due' || status === 'unpaid' || status === 'incomplete'
  const owes = context.store
    .all('invoices')
    .some(
      (other) =>
        other.status === 'open' &&
        other.id !== subscription._pendingInvoice &&
        other.parent?.subscription_details.subscription === subscription.id,
    )
  if (!isLate || owes) return
  subscription.status = 'active'
  // A subscription that has just begun is published by its creation.
  if (status !== 'incomplete' || subscription.created < context.clock.now())
    context.emit('customer.subscription.updated', subscription, { status })
}
