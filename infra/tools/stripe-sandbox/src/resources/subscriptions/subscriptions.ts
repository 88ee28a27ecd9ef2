import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, inRange, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { authenticationRequired, cardDeclined, invalid } from '../../api/stripe-error.ts'
import { requireLocation } from '../../rules/bills/tax-location.ts'
import { charge } from '../../rules/cards.ts'
import { payingMethod } from '../../rules/payment-methods.ts'
import { recurringPrice } from '../../rules/recurring-price.ts'
import { cancelAtOnce } from '../../rules/subscriptions/cancel.ts'
import { createSubscription } from '../../rules/subscriptions/create-subscription.ts'
import { itemOf } from '../../rules/subscriptions/subscription-item.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { updateSubscription } from './update-subscription.ts'

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
      automatic_tax: z.optional(z.strictObject({ enabled: fields.flag })),
      metadata: fields.optionalMetadata,
    },
    (params, context) => {
      const { store } = context
      const customer = store.get('customers', params.customer, 'customer')
      if (params.automatic_tax?.enabled) requireLocation(customer)
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
        price: recurringPrice(context, params.items[0]?.price ?? '', 'items[0][price]'),
        quantity: params.items[0]?.quantity ?? 1,
        metadata: mergeMetadata({}, params.metadata),
        method: paying,
        atCheckout: false,
        isTaxed: params.automatic_tax?.enabled,
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
      automatic_tax: z.optional(z.strictObject({ enabled: fields.flag })),
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
      store.knowCustomer(params.customer)
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
            (params.automatic_tax?.enabled ?? one.automatic_tax?.enabled) === one.automatic_tax?.enabled &&
            (params.price ?? itemOf(one).price.id) === itemOf(one).price.id &&
            inRange(one.created, params.created),
        )
      return pageOf(found, params, '/v1/subscriptions')
    },
  ),
  updateSubscription,
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
