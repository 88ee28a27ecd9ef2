import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, inRange, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { invalid } from '../api/stripe-error.ts'
import { amountOf } from '../rules/bills/money.ts'
import { taxOf } from '../rules/bills/tax.ts'
import { retotal } from '../rules/checkout-total.ts'
import { newId, newPartId } from '../store/ids.ts'
import type { Customer } from '../store/records/customers.ts'

const url = '/v1/checkout/sessions'
/** Stripe's limit for an open session. */
export const sessionSeconds = 24 * 3600

const Switch = z.strictObject({ enabled: fields.flag })
const Update = z.optional(z.enum(['auto', 'never']))

export const checkoutSessions = [
  call(
    'POST',
    url,
    {
      mode: z.literal('subscription'),
      customer: fields.optionalText,
      customer_email: fields.optionalText,
      client_reference_id: z.optional(z.string().check(z.maxLength(200))),
      line_items: z
        .array(z.strictObject({ price: fields.text, quantity: z.optional(fields.number.check(z.gte(1))) }))
        .check(z.length(1)),
      success_url: z.url(),
      cancel_url: z.optional(z.url()),
      metadata: fields.optionalMetadata,
      subscription_data: z.optional(z.strictObject({ metadata: fields.optionalMetadata })),
      allowed_payment_method_types: z.optional(z.array(z.enum(['card', 'link', 'us_bank_account', 'sepa_debit']))),
      expires_at: fields.optionalNumber,
      allow_promotion_codes: fields.optionalFlag,
      automatic_tax: z.optional(Switch),
      billing_address_collection: z.optional(z.enum(['auto', 'required'])),
      tax_id_collection: z.optional(Switch),
      customer_update: z.optional(z.strictObject({ address: Update, name: Update })),
    },
    (params, context) => {
      const { store, clock, publicUrl } = context
      const [line] = params.line_items
      const price = store.get('prices', line?.price ?? '', 'line_items[0][price]')
      if (!price.recurring || !price.active)
        throw invalid(
          'You must provide at least one active recurring price in `subscription` mode.',
          'line_items[0][price]',
        )
      const customer = params.customer ? store.get('customers', params.customer, 'customer') : undefined
      refuseUnlocated(params, customer)
      const quantity = line?.quantity ?? 1
      const isTaxed = params.automatic_tax?.enabled ?? false
      const amount = amountOf(quantity, price.unit_amount_decimal)
      const id = newId('checkoutSessions')
      const session = store.add('checkoutSessions', {
        id,
        object: 'checkout.session',
        created: clock.now(),
        livemode: false,
        mode: 'subscription',
        status: 'open',
        payment_status: 'unpaid',
        customer: customer?.id ?? null,
        customer_email: params.customer_email ?? null,
        client_reference_id: params.client_reference_id ?? null,
        currency: price.currency,
        amount_subtotal: amount,
        amount_total: amount,
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        automatic_tax: {
          enabled: isTaxed,
          status: isTaxed ? 'requires_location_inputs' : null,
          liability: null,
          provider: isTaxed ? 'stripe' : null,
        },
        billing_address_collection: params.billing_address_collection ?? null,
        tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
        allow_promotion_codes: params.allow_promotion_codes ?? null,
        discounts: [],
        metadata: mergeMetadata({}, params.metadata),
        success_url: params.success_url,
        cancel_url: params.cancel_url ?? null,
        url: `${publicUrl}/sandbox/checkout/${id}`,
        expires_at: params.expires_at ?? clock.now() + sessionSeconds,
        subscription: null,
        invoice: null,
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
        payment_method_types: ['card'],
        ui_mode: 'hosted_page',
        line_items: {
          object: 'list',
          has_more: false,
          url: `${url}/${id}/line_items`,
          data: [
            {
              id: newPartId('li'),
              object: 'item',
              price,
              quantity,
              amount_total: amount,
              currency: price.currency,
              description: store.get('products', price.product).name,
            },
          ],
        },
        _paymentMethod: null,
        _subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
        ...(customer?.address?.country && { _country: customer.address.country }),
      })
      retotal(context, session)
      return session
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('checkoutSessions', id)),
  call('GET', `${url}/:id/line_items`, pageParams, (params, { store }, id) => {
    const { line_items } = store.get('checkoutSessions', id)
    return pageOf(line_items.data, params, line_items.url)
  }),
  call(
    'GET',
    url,
    {
      ...pageParams,
      customer: fields.optionalText,
      subscription: fields.optionalText,
      status: z.optional(z.enum(['open', 'complete', 'expired'])),
      created: fields.range,
    },
    (params, { store }) => {
      const found = store
        .all('checkoutSessions')
        .filter(
          ({ customer, subscription, status, created }) =>
            (params.customer ?? customer) === customer &&
            (params.subscription ?? subscription) === subscription &&
            (params.status ?? status) === status &&
            inRange(created, params.created),
        )
      return pageOf(found, params, url)
    },
  ),
  call('POST', `${url}/:id/expire`, {}, (_params, { store, emit }, id) => {
    const session = store.get('checkoutSessions', id)
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    Object.assign(session, { status: 'expired', url: null })
    emit('checkout.session.expired', session)
    return session
  }),
]

type Located = {
  automatic_tax?: { enabled: boolean } | undefined
  tax_id_collection?: { enabled: boolean } | undefined
  customer_update?: { address?: 'auto' | 'never' | undefined; name?: 'auto' | 'never' | undefined } | undefined
}
/** A customer that there is keeps what it has, unless the checkout may change it. */
function refuseUnlocated(
  { automatic_tax: tax, tax_id_collection: taxId, customer_update: update }: Located,
  customer: Customer | undefined,
): void {
  if (update && !customer) throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
  if (!customer) return
  if (tax?.enabled && !taxOf(customer) && update?.address !== 'auto')
    throw invalid(
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to `auto` or `customer_update[shipping]` to `auto` to save the address entered in Checkout to the Customer.',
      undefined,
      'customer_tax_location_invalid',
    )
  if (taxId?.enabled && update?.name !== 'auto')
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    )
}
