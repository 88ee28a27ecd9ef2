import { authenticationRequired, cardDeclined } from '../../api/stripe-error.ts'
import type { Context } from '../../context.ts'
import type { Price } from '../../store/records/catalog.ts'
import type { Invoice, InvoiceItem } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { createDraft, finalize, voidInvoice } from '../bills/invoices.ts'
import { putOnInvoice } from '../bills/lines.ts'
import { attemptPayment } from '../bills/pay.ts'
import { prorate } from '../bills/prorate.ts'
import { charge } from '../cards.ts'
import { periodEnd } from '../months.ts'
import { payingMethod } from '../payment-methods.ts'
import { pendingSeconds } from './pending-update.ts'
import { itemOf, setPrice } from './subscription-item.ts'

export type PriceChange = {
  price: Price
  quantity: number
  proration: 'always_invoice' | 'create_prorations' | 'none'
  behavior: 'allow_incomplete' | 'pending_if_incomplete' | 'error_if_incomplete'
  /** The time from which it counts, in seconds. */
  at: number
}

/** @returns whether the change holds; an update that waits for its payment does not yet */
export function changePrice(context: Context, subscription: Subscription, change: PriceChange): boolean {
  const item = itemOf(subscription)
  const apply = () => {
    const isOtherInterval = item.price.recurring?.interval !== change.price.recurring?.interval
    setPrice(context, subscription, change)
    if (isOtherInterval) beginPeriod(subscription, change)
  }
  if (isNoChange(subscription, change) || change.proration === 'none') {
    apply()
    return true
  }
  const items = prorate(context, subscription, change, change.at)
  if (change.proration === 'create_prorations') {
    apply()
    return true
  }
  const due = items.reduce((sum, { amount }) => sum + amount, 0)
  if (change.behavior === 'error_if_incomplete' && due > 0) refuseUnpaid(context, subscription, items)
  const invoice = invoiceOf(context, subscription, items)
  const outcome = attemptPayment(context, invoice, 'change')
  if (outcome.status === 'declined') context.emit('invoice.payment_failed', invoice)
  if (outcome.status === 'succeeded' || change.behavior === 'allow_incomplete') {
    apply()
    if (outcome.status !== 'succeeded') subscription.status = 'past_due'
    return true
  }
  invoice.auto_advance = false
  subscription._pendingInvoice = invoice.id
  subscription.pending_update = {
    billing_cycle_anchor: null,
    expires_at: Math.min(context.clock.now() + pendingSeconds, item.current_period_end),
    subscription_items: [{ ...item, price: change.price, quantity: change.quantity }],
    trial_end: null,
  }
  return false
}

/** Whether a subscription has what it would be changed to. */
export function isNoChange(subscription: Subscription, { price, quantity }: Pick<PriceChange, 'price' | 'quantity'>) {
  const item = itemOf(subscription)
  return item.price.id === price.id && item.quantity === quantity
}

/** The invoice of a change that is paid at once. */
export const changeInvoice = (
  context: Context,
  subscription: Subscription,
  change: Omit<PriceChange, 'behavior'>,
): Invoice => invoiceOf(context, subscription, prorate(context, subscription, change, change.at))

/** Another interval begins a period of its own, at once. */
function beginPeriod(subscription: Subscription, { price, at }: PriceChange): void {
  subscription.billing_cycle_anchor = at
  Object.assign(itemOf(subscription), {
    current_period_start: at,
    current_period_end: periodEnd(at, at, price.recurring?.interval),
  })
}

function invoiceOf(context: Context, subscription: Subscription, items: InvoiceItem[]) {
  const { current_period_start, current_period_end } = itemOf(subscription)
  const period = { start: current_period_start, end: current_period_end }
  const { customer } = subscription
  // An update that waited is replaced by this one.
  const waiting = subscription._pendingInvoice && context.store.find('invoices', subscription._pendingInvoice)
  if (waiting && waiting.status === 'open') voidInvoice(context, waiting)
  subscription.pending_update = null
  subscription._pendingInvoice = null
  const invoice = createDraft(context, {
    customer,
    subscription,
    reason: 'subscription_update',
    period,
    autoAdvance: true,
  })
  for (const one of items) putOnInvoice(one, invoice, subscription)
  context.emit('invoice.created', invoice)
  finalize(context, invoice)
  return invoice
}

/** Asked before anything is made: such an update leaves nothing behind. */
function refuseUnpaid(context: Context, subscription: Subscription, items: InvoiceItem[]): void {
  const { status } = charge(payingMethod(context, subscription.customer, subscription), 'change')
  if (status === 'succeeded') return
  for (const { id } of items) context.store.remove('invoiceItems', id)
  throw status === 'declined' ? cardDeclined() : authenticationRequired()
}
