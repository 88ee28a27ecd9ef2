import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, inRange, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { authenticationRequired, cardDeclined, invalid } from '../../api/stripe-error.ts'
import {
  createDraft,
  finalize,
  pendingItems,
  pullPendingItems,
  subscriptionOf,
  voidInvoice,
} from '../../rules/bills/invoices.ts'
import { attemptPayment } from '../../rules/bills/pay.ts'
import { requireLocation } from '../../rules/bills/tax-location.ts'
import { dropPendingUpdate } from '../../rules/subscriptions/pending-update.ts'
import type { Invoice } from '../../store/records/invoices.ts'

const url = '/v1/invoices'
const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const

export const invoices = [
  call(
    'POST',
    url,
    {
      customer: fields.text,
      subscription: fields.optionalText,
      auto_advance: fields.optionalFlag,
      automatic_tax: z.optional(z.strictObject({ enabled: fields.flag })),
      collection_method: z.optional(z.literal('charge_automatically')),
      currency: z.optional(fields.currency),
      default_payment_method: fields.optionalText,
      description: fields.optionalText,
      metadata: fields.optionalMetadata,
      pending_invoice_items_behavior: z.optional(z.enum(['include', 'exclude'])),
    },
    (params, context) => {
      const now = context.clock.now()
      const subscription = params.subscription
        ? context.store.get('subscriptions', params.subscription, 'subscription')
        : undefined
      const card = params.default_payment_method
      if (card && context.store.get('paymentMethods', card, 'default_payment_method').customer !== params.customer)
        throw invalid('The payment method does not belong to the customer.', 'default_payment_method')
      const takesPending = params.pending_invoice_items_behavior === 'include' || subscription !== undefined
      if (takesPending && pendingItems(context, params.customer, subscription, params.currency).length === 0)
        throw invalid('Nothing to invoice for customer', undefined, 'invoice_no_customer_line_items')
      if (params.automatic_tax?.enabled) requireLocation(context.store.get('customers', params.customer, 'customer'))
      const latest = subscription?.latest_invoice
      const invoice = createDraft(context, {
        customer: params.customer,
        subscription,
        reason: 'manual',
        period: { start: now, end: now },
        autoAdvance: params.auto_advance ?? false,
        currency: params.currency,
        description: params.description,
        card: params.default_payment_method,
        isTaxed: params.automatic_tax?.enabled,
        metadata: mergeMetadata({}, params.metadata),
      })
      if (subscription && latest !== undefined) subscription.latest_invoice = latest
      if (takesPending) pullPendingItems(context, invoice, subscription)
      context.emit('invoice.created', invoice)
      return invoice
    },
  ),
  call(
    'GET',
    url,
    {
      ...pageParams,
      customer: fields.optionalText,
      subscription: fields.optionalText,
      status: z.optional(z.enum(statuses)),
      created: fields.range,
    },
    (params, context) => {
      context.store.knowCustomer(params.customer)
      const found = context.store
        .all('invoices')
        .filter(
          (one) =>
            (params.customer ?? one.customer) === one.customer &&
            (!params.subscription || one.parent?.subscription_details.subscription === params.subscription) &&
            (params.status ?? one.status) === one.status &&
            inRange(one.created, params.created),
        )
      return pageOf(found, params, url)
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('invoices', id)),
  // Lines are in their own order, oldest first.
  call('GET', `${url}/:id/lines`, pageParams, (params, { store }, id) => {
    const { lines } = store.get('invoices', id)
    return pageOf(lines.data.toReversed(), params, lines.url)
  }),
  call(
    'POST',
    `${url}/:id`,
    { auto_advance: fields.optionalFlag, description: fields.clearableText, metadata: fields.optionalMetadata },
    (params, { store, emit }, id) => {
      const invoice = store.get('invoices', id)
      invoice.auto_advance = params.auto_advance ?? invoice.auto_advance
      if (params.description !== undefined) invoice.description = params.description || null
      invoice.metadata = mergeMetadata(invoice.metadata, params.metadata)
      emit('invoice.updated', invoice)
      return invoice
    },
  ),
  call('DELETE', `${url}/:id`, {}, (_params, { store, emit }, id) => {
    const invoice = requireStatus(store.get('invoices', id), ['draft'], 'You can only delete draft invoices.')
    for (const item of store.all('invoiceItems')) if (item.invoice === id) item.invoice = null
    store.remove('invoices', id)
    emit('invoice.deleted', invoice)
    return { id, object: 'invoice', deleted: true }
  }),
  call('POST', `${url}/:id/finalize`, { auto_advance: fields.optionalFlag }, (params, context, id) => {
    const invoice = requireStatus(
      context.store.get('invoices', id),
      ['draft'],
      'This invoice is already finalized, you cannot re-finalize a non-draft invoice.',
    )
    finalize(context, invoice)
    invoice.auto_advance = params.auto_advance ?? invoice.auto_advance
    if (invoice.amount_due === 0) attemptPayment(context, invoice, 'renewal')
    return invoice
  }),
  call(
    'POST',
    `${url}/:id/pay`,
    { payment_method: fields.optionalText, off_session: fields.optionalFlag },
    (params, context, id) => {
      const invoice = context.store.get('invoices', id)
      if (invoice.status === 'paid') throw invalid('Invoice is already paid')
      requireStatus(invoice, ['draft', 'open'], 'This invoice can no longer be paid')
      if (invoice.status === 'draft') finalize(context, invoice)
      const method = params.payment_method
        ? context.store.get('paymentMethods', params.payment_method, 'payment_method')
        : undefined
      const outcome = attemptPayment(context, invoice, params.off_session === false ? 'change' : 'renewal', method)
      if (outcome.status === 'declined') {
        context.emit('invoice.payment_failed', invoice)
        throw cardDeclined()
      }
      if (outcome.status === 'requires_action') throw authenticationRequired()
      return invoice
    },
  ),
  call('POST', `${url}/:id/void`, {}, (_params, context, id) => {
    const invoice = requireStatus(context.store.get('invoices', id), ['open'], 'You can only void open invoices.')
    voidInvoice(context, invoice)
    const subscription = subscriptionOf(context, invoice)
    if (subscription?._pendingInvoice === id) dropPendingUpdate(context, subscription)
    return invoice
  }),
  call('POST', `${url}/:id/mark_uncollectible`, {}, (_params, { store, clock, emit }, id) => {
    const invoice = requireStatus(store.get('invoices', id), ['open'], 'You can only mark open invoices uncollectible.')
    Object.assign(invoice, { status: 'uncollectible', auto_advance: false, next_payment_attempt: null })
    invoice.status_transitions.marked_uncollectible_at = clock.now()
    emit('invoice.marked_uncollectible', invoice)
    return invoice
  }),
]

function requireStatus(invoice: Invoice, allowed: Invoice['status'][], message: string): Invoice {
  if (!allowed.includes(invoice.status)) throw invalid(message, undefined, 'invoice_not_editable')
  return invoice
}
