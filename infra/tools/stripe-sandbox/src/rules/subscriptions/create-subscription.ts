import type { Context } from '../../context.ts'
import { newId, newPartId } from '../../store/ids.ts'
import type { Price } from '../../store/records/catalog.ts'
import type { Metadata } from '../../store/records/common.ts'
import type { PaymentMethod } from '../../store/records/customers.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { redeem } from '../bills/discounts.ts'
import { createDraft, finalize, pullPendingItems } from '../bills/invoices.ts'
import { addPlanLine } from '../bills/lines.ts'
import { attemptPayment, confirmPayment } from '../bills/pay.ts'
import type { ChargeOutcome } from '../cards.ts'
import { periodEnd } from '../months.ts'
import { itemOf } from './subscription-item.ts'

export type NewSubscription = {
  customer: string
  price: Price
  quantity: number
  metadata: Metadata
  method: PaymentMethod | undefined
  /** A checkout's payment: the person typed the card, and has taken the second step where there is one. */
  atCheckout: boolean
  isConfirmed?: boolean
  isTaxed?: boolean | undefined
  /** A promotion code that was typed at a checkout. */
  promotion?: { code: string; session: string } | undefined
}

/** A subscription with its first invoice, charged at once: active, or incomplete when that failed. */
export function createSubscription(
  context: Context,
  { customer, price, quantity, metadata, method, atCheckout, isConfirmed, isTaxed, promotion }: NewSubscription,
): { subscription: Subscription; invoice: Invoice; outcome: ChargeOutcome } {
  const { store, emit } = context
  const subscription = store.add(
    'subscriptions',
    newRecord(context, { customer, price, quantity, metadata, method, isTaxed }),
  )
  if (promotion) redeem(context, subscription, promotion)
  const item = itemOf(subscription)
  const period = { start: item.current_period_start, end: item.current_period_start }
  const invoice = createDraft(context, {
    customer,
    subscription,
    reason: 'subscription_create',
    period,
    autoAdvance: true,
  })
  addPlanLine(invoice, item, store.get('products', price.product).name)
  pullPendingItems(context, invoice, subscription)
  emit('invoice.created', invoice)
  finalize(context, invoice)
  if (isConfirmed) confirmPayment(context, invoice)
  const outcome = isConfirmed
    ? ({ status: 'succeeded' } as const)
    : attemptPayment(context, invoice, atCheckout ? 'checkout' : 'change', method)
  if (outcome.status === 'declined') emit('invoice.payment_failed', invoice)
  emit('customer.subscription.created', subscription)
  return { subscription, invoice, outcome }
}

type Fields = Pick<NewSubscription, 'customer' | 'price' | 'quantity' | 'metadata' | 'method' | 'isTaxed'>
function newRecord({ clock }: Context, { customer, price, quantity, metadata, method, isTaxed }: Fields): Subscription {
  const id = newId('subscriptions')
  const now = clock.now()
  return {
    id,
    object: 'subscription',
    created: now,
    livemode: false,
    customer,
    status: 'incomplete',
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: newPartId('si'),
          object: 'subscription_item',
          created: now,
          livemode: false,
          price,
          quantity,
          subscription: id,
          current_period_start: now,
          current_period_end: periodEnd(now, now, price.recurring?.interval),
          metadata: {},
        },
      ],
    },
    currency: price.currency,
    metadata,
    billing_cycle_anchor: now,
    start_date: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    default_payment_method: method?.id ?? null,
    latest_invoice: null,
    pending_update: null,
    _pendingInvoice: null,
    schedule: null,
    automatic_tax: { enabled: isTaxed ?? false, disabled_reason: null, liability: null },
    discounts: [],
  }
}
