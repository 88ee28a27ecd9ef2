import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { cancelAtOnce, isOver } from '../rules/subscriptions/cancel.ts'
import { newId } from '../store/ids.ts'

const Address = z.strictObject({
  city: fields.clearableText,
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/))),
  line1: fields.clearableText,
  line2: fields.clearableText,
  postal_code: fields.clearableText,
  state: fields.clearableText,
})

const writable = {
  email: fields.clearableText,
  name: fields.clearableText,
  description: fields.clearableText,
  address: z.optional(z.union([z.literal(''), Address])),
  metadata: fields.optionalMetadata,
  invoice_settings: z.optional(z.strictObject({ default_payment_method: fields.clearableText })),
}

export const customers = [
  call('POST', '/v1/customers', writable, (params, { store, clock, emit }) => {
    const customer = store.add('customers', {
      id: newId('customers'),
      object: 'customer',
      created: clock.now(),
      livemode: false,
      address: params.address || null,
      email: params.email || null,
      name: params.name || null,
      description: params.description || null,
      metadata: mergeMetadata({}, params.metadata),
      balance: 0,
      currency: null,
      delinquent: false,
      invoice_settings: {
        default_payment_method: params.invoice_settings?.default_payment_method || null,
        custom_fields: null,
        footer: null,
        rendering_options: null,
      },
    })
    emit('customer.created', customer)
    return customer
  }),
  call(
    'GET',
    '/v1/customers',
    { ...pageParams, email: fields.optionalText, created: fields.range },
    (params, { store }) => {
      const found = store
        .all('customers')
        .filter(({ email, deleted }) => !deleted && (!params.email || email === params.email))
      return pageOf(found, params, '/v1/customers')
    },
  ),
  call('GET', '/v1/customers/:id', {}, (_params, { store }, id) => {
    const isDeleted = store.find('customers', id)?.deleted
    return isDeleted ? { id, object: 'customer', deleted: true } : store.get('customers', id)
  }),
  call('POST', '/v1/customers/:id', writable, (params, { store, emit }, id) => {
    const customer = store.get('customers', id)
    const method = params.invoice_settings?.default_payment_method
    if (method) store.get('paymentMethods', method, 'invoice_settings[default_payment_method]')
    if (params.address !== undefined) customer.address = params.address || null
    if (params.email !== undefined) customer.email = params.email || null
    if (params.name !== undefined) customer.name = params.name || null
    if (params.description !== undefined) customer.description = params.description || null
    if (method !== undefined) customer.invoice_settings.default_payment_method = method || null
    customer.metadata = mergeMetadata(customer.metadata, params.metadata)
    emit('customer.updated', customer)
    return customer
  }),
  call('DELETE', '/v1/customers/:id', {}, (_params, context, id) => {
    const customer = context.store.get('customers', id)
    for (const subscription of context.store.all('subscriptions'))
      if (subscription.customer === id && !isOver(subscription)) cancelAtOnce(context, subscription)
    for (const invoice of context.store.all('invoices'))
      if (invoice.customer === id) Object.assign(invoice, { auto_advance: false, next_payment_attempt: null })
    customer.deleted = true
    context.emit('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  }),
]
