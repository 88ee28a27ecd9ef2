import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { invalid } from '../api/stripe-error.ts'
import { newId } from '../store/ids.ts'
import type { Price } from '../store/records/catalog.ts'
import type { Store } from '../store/store.ts'

const RecurringParams = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: z.optional(z.pipe(fields.number, z.literal(1))),
  usage_type: z.optional(z.literal('licensed')),
})
const tax = z.optional(z.enum(['exclusive', 'inclusive', 'unspecified']))
const key = {
  lookup_key: z.optional(z.string().check(z.maxLength(200))),
  transfer_lookup_key: fields.optionalFlag,
}
const writable = {
  active: fields.optionalFlag,
  nickname: fields.clearableText,
  metadata: fields.optionalMetadata,
  tax_behavior: tax,
  ...key,
}

export const prices = [
  call(
    'POST',
    '/v1/prices',
    {
      ...writable,
      currency: fields.currency,
      product: fields.text,
      unit_amount: z.optional(fields.number),
      unit_amount_decimal: z.optional(fields.decimal),
      recurring: z.optional(RecurringParams),
    },
    (params, { store, clock, emit }) => {
      store.get('products', params.product, 'product')
      const decimal = params.unit_amount_decimal ?? params.unit_amount?.toString()
      if (decimal === undefined)
        throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
      const price = store.add('prices', {
        id: newId('prices'),
        object: 'price',
        created: clock.now(),
        livemode: false,
        active: params.active ?? true,
        currency: params.currency,
        product: params.product,
        unit_amount: Math.round(Number(decimal)),
        unit_amount_decimal: decimal,
        lookup_key: null,
        nickname: params.nickname || null,
        metadata: mergeMetadata({}, params.metadata),
        recurring: params.recurring
          ? { interval: params.recurring.interval, interval_count: 1, usage_type: 'licensed', meter: null }
          : null,
        type: params.recurring ? 'recurring' : 'one_time',
        billing_scheme: 'per_unit',
        tax_behavior: params.tax_behavior ?? 'unspecified',
      })
      try {
        moveLookupKey(store, price, params)
      } catch (error) {
        store.remove('prices', price.id)
        throw error
      }
      emit('price.created', price)
      return price
    },
  ),
  call(
    'GET',
    '/v1/prices',
    {
      ...pageParams,
      active: fields.optionalFlag,
      product: fields.optionalText,
      currency: z.optional(fields.currency),
      type: z.optional(z.enum(['recurring', 'one_time'])),
      lookup_keys: z.optional(z.array(fields.text).check(z.maxLength(10))),
    },
    (params, { store }) => {
      const found = store
        .all('prices')
        .filter(
          ({ active, product, type, lookup_key }) =>
            (params.active ?? active) === active &&
            (params.product ?? product) === product &&
            (params.type ?? type) === type &&
            (params.lookup_keys?.includes(lookup_key ?? '') ?? true),
        )
      return pageOf(found, params, '/v1/prices')
    },
  ),
  call('GET', '/v1/prices/:id', {}, (_params, { store }, id) => store.get('prices', id)),
  call('POST', '/v1/prices/:id', writable, (params, { store, emit }, id) => {
    const price = store.get('prices', id)
    const isFixed = price.tax_behavior === 'exclusive' || price.tax_behavior === 'inclusive'
    if (params.tax_behavior && isFixed && params.tax_behavior !== price.tax_behavior)
      throw invalid('You cannot change the `tax_behavior` once it is `inclusive` or `exclusive`.', 'tax_behavior')
    moveLookupKey(store, price, params)
    price.active = params.active ?? price.active
    if (params.tax_behavior) price.tax_behavior = params.tax_behavior
    if (params.nickname !== undefined) price.nickname = params.nickname || null
    price.metadata = mergeMetadata(price.metadata, params.metadata)
    emit('price.updated', price)
    return price
  }),
]

/** A lookup key leads to one price: another's is taken over only when that is asked for. */
function moveLookupKey(
  store: Store,
  price: Price,
  { lookup_key, transfer_lookup_key }: { lookup_key?: string | undefined; transfer_lookup_key?: boolean | undefined },
): void {
  if (lookup_key === undefined) return
  const holder = store.all('prices').find((other) => lookup_key && other.lookup_key === lookup_key && other !== price)
  if (holder && !transfer_lookup_key)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. Set \`transfer_lookup_key=true\` to move it to this price.`,
      'lookup_key',
    )
  if (holder) holder.lookup_key = null
  price.lookup_key = lookup_key || null
}
