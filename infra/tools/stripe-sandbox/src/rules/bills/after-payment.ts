import type { Context } from '../../context.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { applyPendingUpdate } from '../subscriptions/pending-update.ts'
import { subscriptionOf } from './invoices.ts'

/** A paid invoice brings its subscription back, when it was the latest; and the update that waited for it. */
export function afterPayment(context: Context, invoice: Invoice): void {
  const subscription = subscriptionOf(context, invoice)
  if (!subscription || subscription.status === 'canceled') return
  if (subscription._pendingInvoice === invoice.id) applyPendingUpdate(context, subscription)
  const { status } = subscription
  const isLate = status === 'past_due' || status === 'unpaid' || status === 'incomplete'
  if (!isLate || invoice.id !== latestDue(context, subscription)?.id) return
  subscription.status = 'active'
  // A subscription that was just created is published by its creation.
  if (status !== 'incomplete' || subscription.created < context.clock.now())
    context.emit('customer.subscription.updated', subscription, { status })
}

/** The newest invoice that was finalized for the subscription itself: whether it is paid decides on the status. */
const latestDue = ({ store }: Context, { id, _pendingInvoice }: Subscription): Invoice | undefined =>
  store
    .all('invoices')
    .findLast(
      (one) =>
        one.parent?.subscription_details.subscription === id &&
        one.id !== _pendingInvoice &&
        (one.status === 'open' || one.status === 'paid'),
    )
