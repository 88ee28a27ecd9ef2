import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Metadata, Period } from '../../store/records/common.ts'
import type { BillingReason, Invoice } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import type { Store } from '../../store/store.ts'
import { reductionsOf, useOnce } from './discounts.ts'
import { putOnInvoice, recount } from './lines.ts'
import { taxOf } from './tax.ts'

/** A draft may be changed for an hour before it is finalized. */
export const draftSeconds = 3600

type Draft = {
  customer: string
  subscription?: Subscription | undefined
  reason: BillingReason
  period: Period
  /** Whether it is finalized and charged by itself. */
  autoAdvance: boolean
  description?: string | undefined
  /** Absent: the subscription's, or the customer's. */
  currency?: string | undefined
  card?: string | undefined
  metadata?: Metadata
  /** Whether tax comes on top; absent: as the subscription has it. */
  isTaxed?: boolean | undefined
}

/** A draft without lines. `invoice.created` is published by the caller, once its lines are there. */
export function createDraft(context: Context, draft: Draft): Invoice {
  const { store, clock } = context
  const { subscription, period, autoAdvance } = draft
  const customer = store.get('customers', draft.customer, 'customer')
  const id = newId('invoices')
  const isTaxed = draft.isTaxed ?? subscription?.automatic_tax?.enabled ?? false
  const tax = isTaxed ? taxOf(customer) : undefined
  const reductions = subscription ? reductionsOf(context, subscription) : []
  const invoice = store.add('invoices', {
    id,
    object: 'invoice',
    created: clock.now(),
    livemode: false,
    customer: customer.id,
    customer_email: customer.email,
    currency: subscription?.currency ?? draft.currency ?? currencyOf(store, customer.id),
    status: 'draft',
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    default_payment_method: draft.card ?? null,
    description: draft.description ?? null,
    number: null,
    metadata: draft.metadata ?? {},
    parent: subscription
      ? {
          type: 'subscription_details',
          quote_details: null,
          subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
        }
      : null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    period_start: period.start,
    period_end: period.end,
    automatic_tax: {
      enabled: isTaxed,
      status: isTaxed ? (tax ? 'complete' : 'requires_location_inputs') : null,
      disabled_reason: null,
      liability: null,
      provider: isTaxed ? 'stripe' : null,
    },
    discounts: reductions.map(({ discount }) => discount),
    subtotal: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_taxes: [],
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    starting_balance: customer.balance,
    ending_balance: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: autoAdvance,
    automatically_finalizes_at: autoAdvance ? clock.now() + draftSeconds : null,
    next_payment_attempt: null,
    effective_at: null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
    hosted_invoice_url: null,
    invoice_pdf: null,
    webhooks_delivered_at: null,
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    _firstAttempt: null,
    _reductions: reductions,
    ...(tax && { _tax: tax }),
  })
  if (subscription && draft.reason !== 'manual') useOnce(context, subscription)
  if (subscription) subscription.latest_invoice = id
  return invoice
}

/** The currency of a customer is that of its subscriptions, of which it has no two. */
export const currencyOf = (store: Store, customer: string): string =>
  store.all('subscriptions').findLast((one) => one.customer === customer)?.currency ?? 'usd'

/** Items that wait for the customer's next invoice, in its currency: of the subscription, or of none. */
export const pendingItems = (
  { store }: Context,
  customer: string,
  subscription: Subscription | undefined,
  currency = subscription?.currency ?? currencyOf(store, customer),
) =>
  store.all('invoiceItems').filter((item) => {
    const of = item.parent?.subscription_details.subscription
    const isWaiting = item.invoice === null && item.customer === customer && item.currency === currency
    return isWaiting && (!of || of === subscription?.id)
  })

export function pullPendingItems(context: Context, invoice: Invoice, subscription: Subscription | undefined): void {
  for (const item of pendingItems(context, invoice.customer, subscription, invoice.currency))
    putOnInvoice(item, invoice, subscription)
}

export const subscriptionOf = ({ store }: Context, invoice: Invoice): Subscription | undefined =>
  invoice.parent ? store.find('subscriptions', invoice.parent.subscription_details.subscription) : undefined

/** The amounts are fixed: a credit of the customer is used, and an invoice below zero adds to it. */
export function finalize(context: Context, invoice: Invoice): void {
  const { store, clock, emit, state, publicUrl } = context
  const customer = store.get('customers', invoice.customer)
  recount(invoice)
  const credit = Math.max(0, -customer.balance)
  const used = Math.min(credit, Math.max(0, invoice.total))
  invoice.starting_balance = customer.balance
  customer.balance += used + Math.min(0, invoice.total)
  invoice.ending_balance = customer.balance
  invoice.amount_due = Math.max(0, invoice.total) - used
  invoice.amount_remaining = invoice.amount_due
  invoice.status = 'open'
  invoice.number = `UTTER-${String(state.invoiceNumber++).padStart(4, '0')}`
  invoice.hosted_invoice_url = `${publicUrl}/sandbox/invoice/${invoice.id}`
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`
  invoice.automatically_finalizes_at = null
  invoice.effective_at = clock.now()
  invoice.status_transitions.finalized_at = clock.now()
  emit('invoice.finalized', invoice)
}

export function voidInvoice({ clock, emit, store }: Context, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.amount_remaining = 0
  invoice.status_transitions.voided_at = clock.now()
  for (const { payment } of invoice.payments.data)
    store.get('paymentIntents', payment.payment_intent).status = 'canceled'
  emit('invoice.voided', invoice)
}
