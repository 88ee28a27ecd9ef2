import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, inRange, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { authenticationRequired, cardDeclined, invalid } from '../api/stripe-error.ts'
import type { Context } from '../context.ts'
import { cancelAtOnce, cancelAtPeriodEnd } from '../rules/cancel.ts'
import { charge } from '../rules/cards.ts'
import { changePrice, type PriceChange } from '../rules/change-price.ts'
import { createSubscription } from '../rules/create-subscription.ts'
import { payingMethod } from '../rules/payment-methods.ts'
import { itemOf } from '../rules/subscription-item.ts'
import type { Price, Subscription } from '../store/records.ts'

const behaviors = ['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'] as const
const quantity = z.optional(fields.number.check(z.gte(1)))

export const subscriptions = [
  call(
    'POST',
    '/v1/subscriptions',
    {
      customer: fields.text,
      items: z.array(z.strictObject({ price: fields.text, quantity })).check(z.length(1)),
      default_payment_method: fields.optionalText,
      payment_behavior: z.optional(z.enum(['allow_incomplete', 'error_if_incomplete', 'default_incomplete'])),
      metadata: fields.optionalMetadata,
    },
    (params, context) => {
      const { store } = context
      const customer = store.get('customers', params.customer, 'customer')
      const method = params.default_payment_method
        ? store.get('paymentMethods', params.default_payment_method, 'default_payment_method')
        : undefined
      const paying = method ?? payingMethod(context, customer.id, undefined)
      if (!paying)
        throw invalid(
          'This customer has no attached payment source or default payment method.',
          undefined,
          'resource_missing',
        )
      const outcome = charge(paying, 'change')
      if (params.payment_behavior === 'error_if_incomplete' && outcome.status !== 'succeeded')
        throw outcome.status === 'declined' ? cardDeclined() : authenticationRequired()
      return createSubscription(context, {
        customer: customer.id,
        price: monthly(context, params.items[0]?.price ?? '', 'items[0][price]'),
        quantity: params.items[0]?.quantity ?? 1,
        metadata: mergeMetadata({}, params.metadata),
        method: paying,
        atCheckout: false,
      }).subscription
    },
  ),
  call('GET', '/v1/subscriptions/:id', {}, (_params, { store }, id) => store.get('subscriptions', id)),
  call(
    'GET',
    '/v1/subscriptions',
    {
      ...pageParams,
      customer: fields.optionalText,
      price: fields.optionalText,
      status: z.optional(
        z.enum([
          'all',
          'ended',
          'active',
          'past_due',
          'unpaid',
          'canceled',
          'incomplete',
          'incomplete_expired',
          'trialing',
          'paused',
        ]),
      ),
      created: fields.range,
    },
    (params, { store }) => {
      const ended = ['canceled', 'incomplete_expired']
      const isWanted = ({ status }: Subscription) =>
        params.status === 'all' ||
        (params.status === 'ended' && ended.includes(status)) ||
        (params.status ? status === params.status : status !== 'canceled')
      const found = store
        .all('subscriptions')
        .filter(
          (one) =>
            isWanted(one) &&
            (params.customer ?? one.customer) === one.customer &&
            (params.price ?? itemOf(one).price.id) === itemOf(one).price.id &&
            inRange(one.created, params.created),
        )
      return pageOf(found, params, '/v1/subscriptions')
    },
  ),
  call(
    'POST',
    '/v1/subscriptions/:id',
    {
      items: z.optional(
        z.array(z.strictObject({ id: fields.optionalText, price: fields.optionalText, quantity })).check(z.length(1)),
      ),
      proration_behavior: z.optional(z.enum(['always_invoice', 'create_prorations', 'none'])),
      proration_date: fields.optionalNumber,
      payment_behavior: z.optional(z.enum(behaviors)),
      cancel_at_period_end: fields.optionalFlag,
      default_payment_method: fields.clearableText,
      metadata: fields.optionalMetadata,
    },
    (params, context, id) => {
      const { store, clock, emit } = context
      const subscription = store.get('subscriptions', id)
      const { items, cancel_at_period_end: ends, metadata, default_payment_method: method } = params
      refuseEnded(subscription)
      if (ends !== undefined && subscription.schedule) throw managedBySchedule(subscription.schedule)
      if (method) store.get('paymentMethods', method, 'default_payment_method')
      if (params.payment_behavior === 'pending_if_incomplete') refuseBesides(params)
      const item = itemOf(subscription)
      const wanted = items?.[0]
      // Stripe would add a second item, which nobody here wants.
      if (wanted && wanted.id !== item.id)
        throw invalid(`Invalid items[0][id]: this sandbox changes ${item.id} alone`, 'items[0][id]')
      const before = snapshot(subscription)
      const price = wanted?.price ? monthly(context, wanted.price, 'items[0][price]') : item.price
      const change: PriceChange | undefined = wanted && {
        price,
        quantity: wanted.quantity ?? item.quantity,
        proration: params.proration_behavior ?? 'create_prorations',
        behavior: params.payment_behavior ?? 'allow_incomplete',
        at: params.proration_date ?? clock.now(),
      }
      if (method !== undefined) subscription.default_payment_method = method || null
      if (!change || changePrice(context, subscription, change)) {
        if (ends !== undefined) cancelAtPeriodEnd(context, subscription, ends)
        subscription.metadata = mergeMetadata(subscription.metadata, metadata)
      }
      emit('customer.subscription.updated', subscription, before)
      return subscription
    },
  ),
  call(
    'DELETE',
    '/v1/subscriptions/:id',
    {
      cancellation_details: z.optional(
        z.strictObject({ comment: fields.clearableText, feedback: fields.clearableText }),
      ),
      invoice_now: z.optional(z.literal('false')),
      prorate: z.optional(z.literal('false')),
    },
    (params, context, id) => {
      const subscription = context.store.get('subscriptions', id)
      if (subscription.status === 'canceled') throw invalid(`No such subscription: '${id}'`, 'id', 'resource_missing')
      subscription.cancellation_details.comment = params.cancellation_details?.comment || null
      cancelAtOnce(context, subscription)
      return subscription
    },
  ),
]

function monthly({ store }: Context, id: string, param: string): Price {
  const price = store.get('prices', id, param)
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      param,
    )
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

/** An update that may have to wait can only change what makes an invoice. */
function refuseBesides(params: object): void {
  const besides = ['cancel_at_period_end', 'default_payment_method', 'metadata'].find((name) => name in params)
  if (besides)
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you cannot pass \`${besides}\`.`,
      besides,
    )
}

function refuseEnded({ status }: Subscription): void {
  if (status === 'canceled' || status === 'incomplete_expired')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
}

const managedBySchedule = (id: string) =>
  invalid(
    `The subscription is managed by the subscription schedule \`${id}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )

/** What an update may change, as `previous_attributes` has it. */
const snapshot = (subscription: Subscription): Record<string, unknown> =>
  structuredClone({
    cancel_at_period_end: subscription.cancel_at_period_end,
    items: { data: subscription.items.data },
    metadata: subscription.metadata,
  })
