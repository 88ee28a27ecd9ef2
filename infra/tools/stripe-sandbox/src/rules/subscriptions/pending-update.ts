import type { Context } from '../../context.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { voidInvoice } from '../bills/invoices.ts'
import { setPrice } from './subscription-item.ts'

/** The time that Stripe gives a pending update to be paid. */
export const pendingSeconds = 23 * 3600

export function applyPendingUpdate(context: Context, subscription: Subscription): void {
  const update = subscription.pending_update
  if (!update) return
  const [next] = update.subscription_items
  if (next) setPrice(context, subscription, next)
  subscription.pending_update = null
  subscription._pendingInvoice = null
  context.emit('customer.subscription.pending_update_applied', subscription)
  context.emit('customer.subscription.updated', subscription, { pending_update: update })
}

/** The update is given up: its time is over, or its invoice was voided. */
export function dropPendingUpdate(context: Context, subscription: Subscription): void {
  const invoice = subscription._pendingInvoice
    ? context.store.find('invoices', subscription._pendingInvoice)
    : undefined
  subscription.pending_update = null
  subscription._pendingInvoice = null
  if (invoice?.status === 'open') voidInvoice(context, invoice)
  context.emit('customer.subscription.pending_update_expired', subscription)
}
