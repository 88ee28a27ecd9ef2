import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, inRange, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import { currencyOf, subscriptionOf } from '../../rules/bills/invoices.ts'
import { putOnInvoice, recount } from '../../rules/bills/lines.ts'
import { amountOf } from '../../rules/bills/money.ts'
import { newId } from '../../store/ids.ts'
import type { Pricing } from '../../store/records/common.ts'
import type { Store } from '../../store/store.ts'

const url = '/v1/invoiceitems'
const Create = {
  customer: fields.text,
  invoice: fields.optionalText,
  subscription: fields.optionalText,
  amount: fields.optionalNumber,
  unit_amount_decimal: z.optional(fields.decimal),
  pricing: z.optional(z.strictObject({ price: fields.text })),
  quantity: z.optional(fields.number.check(z.gte(0))),
  currency: z.optional(fields.currency),
  description: fields.optionalText,
  discountable: fields.optionalFlag,
  metadata: fields.optionalMetadata,
  period: z.optional(fields.period),
  tax_behavior: z.optional(z.literal('exclusive')),
}

export const invoiceItems = [
  call('POST', url, Create, (params, context) => {
    const { store, clock, emit } = context
    store.get('customers', params.customer, 'customer')
    const invoice = params.invoice ? store.get('invoices', params.invoice, 'invoice') : undefined
    const of = params.subscription ? store.get('subscriptions', params.subscription, 'subscription').id : undefined
    if (invoice && invoice.status !== 'draft')
      throw invalid('This invoice is no longer editable', 'invoice', 'invoice_not_editable')
    if (invoice && invoice.customer !== params.customer)
      throw invalid(`The invoice ${invoice.id} does not belong to ${params.customer}`, 'invoice')
    const pricing = pricingOf(store, params)
    const currency = params.currency ?? currencyOf(store, params.customer)
    const live = store.all('subscriptions').find((one) => one.customer === params.customer && one.status !== 'canceled')
    if (currency !== (invoice?.currency ?? live?.currency ?? currency))
      throw invalid(
        `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${invoice?.currency ?? live?.currency}.`,
        'currency',
      )
    const quantity = params.quantity ?? 1
    const item = store.add('invoiceItems', {
      id: newId('invoiceItems'),
      object: 'invoiceitem',
      livemode: false,
      amount: params.amount ?? amountOf(quantity, pricing.unit_amount_decimal),
      currency,
      customer: params.customer,
      date: clock.now(),
      description: params.description ?? null,
      discountable: params.discountable ?? true,
      invoice: null,
      metadata: mergeMetadata({}, params.metadata),
      parent: of ? { type: 'subscription_details', subscription_details: { subscription: of } } : null,
      period: params.period ?? { start: clock.now(), end: clock.now() },
      pricing,
      proration: false,
      quantity,
      quantity_decimal: String(quantity),
    })
    if (invoice) putOnInvoice(item, invoice, subscriptionOf(context, invoice))
    emit('invoiceitem.created', item)
    if (invoice) emit('invoice.updated', invoice)
    return item
  }),
  call(
    'GET',
    url,
    {
      ...pageParams,
      customer: fields.optionalText,
      invoice: fields.optionalText,
      pending: fields.optionalFlag,
      created: fields.range,
    },
    (params, { store }) => {
      store.knowCustomer(params.customer)
      const found = store
        .all('invoiceItems')
        .filter(
          ({ customer, invoice, date }) =>
            (params.customer ?? customer) === customer &&
            (params.invoice ?? invoice) === invoice &&
            (params.pending ?? invoice === null) === (invoice === null) &&
            inRange(date, params.created),
        )
      return pageOf(found, params, url)
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('invoiceItems', id)),
  call('DELETE', `${url}/:id`, {}, (_params, { store, emit }, id) => {
    const item = store.get('invoiceItems', id)
    const invoice = item.invoice ? store.find('invoices', item.invoice) : undefined
    if (invoice && invoice.status !== 'draft')
      throw invalid('This invoice is no longer editable', 'id', 'invoice_not_editable')
    store.remove('invoiceItems', id)
    if (invoice) {
      const isIts = (details: { invoice_item: string | null } | null) => details?.invoice_item === id
      invoice.lines.data = invoice.lines.data.filter(
        ({ parent }) => !isIts(parent.invoice_item_details) && !isIts(parent.subscription_item_details),
      )
      recount(invoice)
    }
    emit('invoiceitem.deleted', item)
    return { id, object: 'invoiceitem', deleted: true }
  }),
]

type Amount = {
  amount?: number | undefined
  unit_amount_decimal?: string | undefined
  pricing?: { price: string } | undefined
  quantity?: number | undefined
}
/** The price of an item, from the one of three parameters that is given. */
function pricingOf(store: Store, { amount, unit_amount_decimal, pricing, quantity }: Amount): Pricing {
  const given = [amount, unit_amount_decimal, pricing].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw invalid('You must pass exactly one of `amount`, `unit_amount_decimal` and `pricing`.', 'amount')
  if (amount !== undefined && quantity !== undefined)
    throw invalid('You may not pass `quantity` with `amount`.', 'quantity')
  if (!pricing) return { type: 'price_details', unit_amount_decimal: unit_amount_decimal ?? String(amount) }
  const price = store.get('prices', pricing.price, 'pricing[price]')
  return {
    type: 'price_details',
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: price.unit_amount_decimal,
  }
}
