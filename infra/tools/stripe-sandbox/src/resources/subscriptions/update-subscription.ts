import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, mergeMetadata } from '../../api/fields.ts'
import { invalid } from '../../api/stripe-error.ts'
import type { Context } from '../../context.ts'
import { requireLocation } from '../../rules/bills/tax-location.ts'
import { payingMethod } from '../../rules/payment-methods.ts'
import { recurringPrice } from '../../rules/recurring-price.ts'
import { cancelAtPeriodEnd } from '../../rules/subscriptions/cancel.ts'
import { changePrice, type PriceChange } from '../../rules/subscriptions/change-price.ts'
import { requireInPeriod } from '../../rules/subscriptions/proration-date.ts'
import { itemOf } from '../../rules/subscriptions/subscription-item.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'

const behaviors = ['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'] as const
const quantity = z.optional(fields.number.check(z.gte(1)))

export const updateSubscription = call(
  'POST',
  '/v1/subscriptions/:id',
  {
    items: z.optional(
      z.array(z.strictObject({ id: fields.optionalText, price: fields.optionalText, quantity })).check(z.length(1)),
    ),
    proration_behavior: z.optional(z.enum(['always_invoice', 'create_prorations', 'none'])),
    proration_date: fields.optionalNumber,
    payment_behavior: z.optional(z.enum(behaviors)),
    automatic_tax: z.optional(z.strictObject({ enabled: fields.flag })),
    cancel_at_period_end: fields.optionalFlag,
    default_payment_method: fields.clearableText,
    metadata: fields.optionalMetadata,
    collection_method: z.optional(z.enum(['charge_automatically', 'send_invoice'])),
    days_until_due: fields.optionalNumber,
  },
  (params, context, id) => {
    const { store, clock, emit } = context
    const subscription = store.get('subscriptions', id)
    const { items, cancel_at_period_end: ends, metadata, default_payment_method: method } = params
    refuseEnded(subscription)
    if (ends !== undefined && subscription.schedule) throw managedBySchedule(subscription.schedule)
    if (method) store.get('paymentMethods', method, 'default_payment_method')
    if (params.payment_behavior === 'pending_if_incomplete') {
      refuseBesides(params)
      refuseUnsupported(context, subscription)
    }
    const item = itemOf(subscription)
    const wanted = items?.[0]
    // Stripe would add a second item, which nobody here wants.
    if (wanted && wanted.id !== item.id)
      throw invalid(`Invalid items[0][id]: this sandbox changes ${item.id} alone`, 'items[0][id]')
    requireInPeriod(subscription, params.proration_date, 'proration_date')
    if (params.automatic_tax?.enabled) requireLocation(store.get('customers', subscription.customer))
    const before = snapshot(subscription)
    const price = wanted?.price ? recurringPrice(context, wanted.price, 'items[0][price]') : item.price
    if (price.currency !== subscription.currency)
      throw invalid(
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
        'items[0][price]',
      )
    const change: PriceChange | undefined = wanted && {
      price,
      quantity: wanted.quantity ?? item.quantity,
      proration: params.proration_behavior ?? 'create_prorations',
      behavior: params.payment_behavior ?? 'allow_incomplete',
      at: params.proration_date ?? clock.now(),
    }
    if (params.automatic_tax)
      subscription.automatic_tax = { enabled: params.automatic_tax.enabled, disabled_reason: null, liability: null }
    if (method !== undefined) subscription.default_payment_method = method || null
    subscription.collection_method = params.collection_method ?? subscription.collection_method
    if (!change || changePrice(context, subscription, change)) {
      if (ends !== undefined) cancelAtPeriodEnd(context, subscription, ends)
      subscription.metadata = mergeMetadata(subscription.metadata, metadata)
    }
    emit('customer.subscription.updated', subscription, before)
    return subscription
  },
)

/** An update that may have to wait can only change what makes an invoice. */
function refuseBesides(params: object): void {
  const besides = ['automatic_tax', 'cancel_at_period_end', 'default_payment_method', 'metadata'].find(
    (name) => name in params,
  )
  if (besides)
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you cannot pass \`${besides}\`.`,
      besides,
    )
}

/** Pending updates are for cards that are charged by themselves. */
function refuseUnsupported(context: Context, subscription: Subscription): void {
  const { collection_method: collected } = subscription
  if (collected === 'send_invoice')
    throw invalid('Pending updates are not supported when `collection_method` is `send_invoice`.', 'payment_behavior')
  const method = payingMethod(context, subscription.customer, subscription)
  if (method && method.type !== 'card')
    throw invalid(
      `Pending updates are not supported for payment methods of type \`${method.type}\`.`,
      'payment_behavior',
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

/** The fields that an update may change, as `previous_attributes` has them. */
const snapshot = (subscription: Subscription): Record<string, unknown> =>
  structuredClone({
    cancel_at_period_end: subscription.cancel_at_period_end,
    items: { data: subscription.items.data },
    metadata: subscription.metadata,
  })
