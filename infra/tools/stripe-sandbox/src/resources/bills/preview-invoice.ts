import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields } from '../../api/fields.ts'
import { invalid } from '../../api/stripe-error.ts'
import { type PreviewOptions, previewInvoice } from '../../rules/bills/preview.ts'
import { recurringPrice } from '../../rules/recurring-price.ts'
import { requireInPeriod } from '../../rules/subscriptions/proration-date.ts'
import { itemOf } from '../../rules/subscriptions/subscription-item.ts'

const Item = z.strictObject({
  id: fields.text,
  price: fields.optionalText,
  quantity: z.optional(fields.number.check(z.gte(1))),
})

/** `POST /v1/invoices/create_preview` of a subscription that there is. */
export const previewInvoices = call(
  'POST',
  '/v1/invoices/create_preview',
  {
    customer: fields.optionalText,
    subscription: fields.text,
    preview_mode: z.optional(z.enum(['next', 'recurring'])),
    subscription_details: z.optional(
      z.strictObject({
        items: z.optional(z.array(Item).check(z.length(1))),
        proration_behavior: z.optional(z.enum(['always_invoice', 'create_prorations', 'none'])),
        proration_date: fields.optionalNumber,
      }),
    ),
  },
  ({ customer, subscription: id, preview_mode: mode = 'next', subscription_details: details = {} }, context) => {
    const subscription = context.store.get('subscriptions', id, 'subscription')
    if (customer !== undefined && customer !== subscription.customer)
      throw invalid(`The subscription ${id} does not belong to ${customer}`, 'subscription')
    const { items, proration_behavior: proration = 'create_prorations', proration_date: at } = details
    if (at !== undefined && (!items || proration === 'none'))
      throw invalid(
        'You cannot set `subscription_details[proration_date]` without a change that is prorated.',
        'subscription_details[proration_date]',
      )
    requireInPeriod(subscription, at, 'subscription_details[proration_date]')
    const item = itemOf(subscription)
    const wanted = items?.[0]
    if (wanted && wanted.id !== item.id)
      throw invalid(`Invalid items[0][id]: this sandbox changes ${item.id} alone`, 'subscription_details[items][0][id]')
    const change: PreviewOptions['change'] = wanted && {
      price: wanted.price ? recurringPrice(context, wanted.price, 'subscription_details[items][0][price]') : item.price,
      quantity: wanted.quantity ?? item.quantity,
      proration,
      at: at ?? context.clock.now(),
    }
    return previewInvoice(context, subscription, { change, mode })
  },
)
