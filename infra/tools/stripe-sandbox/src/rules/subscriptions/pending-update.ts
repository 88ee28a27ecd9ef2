import type { Context } from '../../context.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { voidInvoice } from '../bills/invoices.ts'

/** The time that Stripe gives a pending update to be paid. */
export const pendingSeconds = 23 * 3600

export function applyPendingUpdate({ emit }: Context, subscription: Subscription): void {
  const update = subscription.pending_update
  if (!update) return
  const items = subscription.items.data
  const [item, next] = [items[0], update.subscription_items[0]]
  if (item && next) Object.assign(item, { price: next.price, quantity: next.quantity })
  subscription.pending_update = null
  subscription._pendingInvoice = null
  emit('customer.subscription.pending_update_applied', subscription)
  emit('customer.subscription.updated', subscription, { pending_update: update })
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
