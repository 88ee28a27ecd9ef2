import type { Context } from '../../context.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { createDraft, pendingItems, pullPendingItems } from '../bills/invoices.ts'
import { addPlanLine } from '../bills/lines.ts'
import { periodEnd } from '../months.ts'
import { cancelAtOnce } from './cancel.ts'
import { takeNextPhase } from './schedules.ts'
import { itemOf } from './subscription-item.ts'

/** The end of a period: the subscription ends, or the next period begins with a draft that is finalized an hour later. */
export function renew(context: Context, subscription: Subscription): void {
  const item = itemOf(subscription)
  const past = { start: item.current_period_start, end: item.current_period_end }
  if (subscription.cancel_at_period_end || !takeNextPhase(context, subscription)) {
    end(context, subscription)
    return
  }
  const { latest_invoice } = subscription
  const invoice = beginNextPeriod(context, subscription, { takesPending: true })
  context.emit('customer.subscription.updated', subscription, {
    items: { data: [{ id: item.id, current_period_start: past.start, current_period_end: past.end }] },
    latest_invoice,
  })
  context.emit('invoice.created', invoice)
}

/** The next period, with the draft that it begins with. @param takesPending whether that takes the items that wait */
export function beginNextPeriod(
  context: Context,
  subscription: Subscription,
  { takesPending }: { takesPending: boolean },
): Invoice {
  const item = itemOf(subscription)
  const start = item.current_period_end
  item.current_period_start = start
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring?.interval)
  const invoice = draftOf(context, subscription)
  addPlanLine(invoice, item, context.store.get('products', item.price.product).name)
  if (takesPending) pullPendingItems(context, invoice, subscription)
  return invoice
}

/** Ends a subscription; items that still wait for an invoice are collected by one of their own. */
function end(context: Context, subscription: Subscription): void {
  if (pendingItems(context, subscription.customer, subscription).length > 0) {
    const invoice = draftOf(context, subscription)
    pullPendingItems(context, invoice, subscription)
    context.emit('invoice.created', invoice)
  }
  cancelAtOnce(context, subscription)
}

function draftOf(context: Context, subscription: Subscription): Invoice {
  const { customer, status } = subscription
  const { current_period_start } = itemOf(subscription)
  return createDraft(context, {
    customer,
    subscription,
    reason: 'subscription_cycle',
    period: { start: current_period_start, end: context.clock.now() },
    // An unpaid subscription's invoices stay drafts.
    autoAdvance: status !== 'unpaid',
  })
}
