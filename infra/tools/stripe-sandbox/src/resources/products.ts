import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { newId } from '../store/ids.ts'

const writable = {
  name: fields.optionalText,
  description: fields.clearableText,
  active: fields.optionalFlag,
  metadata: fields.optionalMetadata,
}

export const products = [
  call('POST', '/v1/products', { ...writable, name: fields.text }, (params, { store, clock, emit }) => {
    const product = store.add('products', {
      id: newId('products'),
      object: 'product',
      created: clock.now(),
      updated: clock.now(),
      livemode: false,
      active: params.active ?? true,
      name: params.name,
      description: params.description || null,
      metadata: mergeMetadata({}, params.metadata),
      default_price: null,
      type: 'service',
    })
    emit('product.created', product)
    return product
  }),
  call(
    'GET',
    '/v1/products',
    { ...pageParams, active: fields.optionalFlag, ids: z.optional(z.array(fields.text)) },
    (params, { store }) => {
      const found = store
        .all('products')
        .filter(({ id, active }) => (params.active ?? active) === active && (params.ids?.includes(id) ?? true))
      return pageOf(found, params, '/v1/products')
    },
  ),
  call('GET', '/v1/products/:id', {}, (_params, { store }, id) => store.get('products', id)),
  call('POST', '/v1/products/:id', writable, (params, { store, clock, emit }, id) => {
    const product = store.get('products', id)
    product.name = params.name ?? product.name
    product.active = params.active ?? product.active
    if (params.description !== undefined) product.description = params.description || null
    product.metadata = mergeMetadata(product.metadata, params.metadata)
    product.updated = clock.now()
    emit('product.updated', product)
    return product
  }),
]
