import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields } from '../../api/fields.ts'
import { invalid } from '../../api/stripe-error.ts'
import { allowedPrices } from '../../rules/portal.ts'
import { isOver } from '../../rules/subscriptions/cancel.ts'
import { itemOf } from '../../rules/subscriptions/subscription-item.ts'
import { newId } from '../../store/ids.ts'
import type { PortalConfiguration, PortalFlow } from '../../store/records/portal.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import type { Store } from '../../store/store.ts'

const ofSubscription = z.strictObject({ subscription: fields.text })
const FlowData = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('payment_method_update') }),
  z.strictObject({ type: z.literal('subscription_cancel'), subscription_cancel: ofSubscription }),
  z.strictObject({ type: z.literal('subscription_update'), subscription_update: ofSubscription }),
  z.strictObject({
    type: z.literal('subscription_update_confirm'),
    subscription_update_confirm: z.strictObject({
      subscription: fields.text,
      items: z
        .array(z.strictObject({ id: fields.text, price: fields.optionalText, quantity: fields.optionalNumber }))
        .check(z.length(1)),
    }),
  }),
])

export const portalSessions = [
  call(
    'POST',
    '/v1/billing_portal/sessions',
    {
      customer: fields.text,
      configuration: fields.optionalText,
      flow_data: z.optional(FlowData),
      return_url: fields.optionalText,
    },
    (params, { store, clock, publicUrl }) => {
      const customer = store.get('customers', params.customer, 'customer')
      // A configuration that the API has made is nobody's default.
      if (!params.configuration) throw notSaved()
      const configuration = store.get('portalConfigurations', params.configuration, 'configuration')
      if (!configuration.active) throw invalid(`The configuration ${configuration.id} is inactive.`, 'configuration')
      if (params.flow_data) checkFlow(store, customer.id, configuration, params.flow_data)
      const id = newId('portalSessions')
      return store.add('portalSessions', {
        id,
        object: 'billing_portal.session',
        created: clock.now(),
        livemode: false,
        customer: customer.id,
        return_url: params.return_url ?? configuration.default_return_url,
        url: `${publicUrl}/sandbox/portal/${id}`,
        configuration: configuration.id,
        locale: null,
        flow: params.flow_data ?? null,
      })
    },
  ),
]

const notSaved = () =>
  invalid(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  )

/** A flow leads to what the configuration has, for a subscription that can be changed so. */
function checkFlow(store: Store, customer: string, configuration: PortalConfiguration, flow: PortalFlow): void {
  const { subscription_cancel, subscription_update, payment_method_update } = configuration.features
  if (flow.type === 'payment_method_update') {
    if (!payment_method_update.enabled) throw isOff('payment method update', 'The payment method', 'updated')
    return
  }
  if (flow.type === 'subscription_cancel') {
    if (!subscription_cancel.enabled) throw isOff('subscription cancellation', 'This subscription', 'canceled')
    const subscription = own(store, customer, flow.subscription_cancel.subscription, flow.type)
    if (subscription.cancel_at_period_end)
      throw invalid(`The subscription \`${subscription.id}\` is already set to be canceled.`, 'flow_data')
    return
  }
  if (!subscription_update.enabled) throw isOff('subscription update', 'This subscription', 'updated')
  if (flow.type === 'subscription_update') {
    own(store, customer, flow.subscription_update.subscription, flow.type)
    return
  }
  const { subscription: id, items } = flow.subscription_update_confirm
  const subscription = own(store, customer, id, flow.type)
  const [item] = items
  if (item?.id !== itemOf(subscription).id)
    throw invalid(`No such subscription item: '${item?.id}'`, 'flow_data[subscription_update_confirm][items][0][id]')
  const isAllowed = item.price && allowedPrices(configuration).includes(item.price)
  if (!isAllowed)
    throw invalid(
      `The price \`${item.price}\` is not among the products of the configuration.`,
      'flow_data[subscription_update_confirm][items][0][price]',
    )
}

function own(store: Store, customer: string, id: string, flow: string): Subscription {
  const param = `flow_data[${flow}][subscription]`
  const subscription = store.get('subscriptions', id, param)
  if (subscription.customer !== customer)
    throw invalid(`The subscription \`${id}\` does not belong to the customer.`, param)
  if (isOver(subscription)) throw invalid(`The subscription \`${id}\` is canceled.`, param)
  return subscription
}

const isOff = (feature: string, what: string, done: string) =>
  invalid(
    `${what} cannot be ${done} because the ${feature} feature in the portal configuration is disabled.`,
    'flow_data',
  )
