import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import { newId } from '../../store/ids.ts'
import type { PortalFeatures } from '../../store/records/portal.ts'
import type { Store } from '../../store/store.ts'

const url = '/v1/billing_portal/configurations'
const enabled = fields.flag
const prorations = z.enum(['none', 'create_prorations', 'always_invoice'])
/** Stripe's own bound. */
const maxProducts = 10
const cancel = {
  mode: z.optional(z.enum(['at_period_end', 'immediately'])),
  proration_behavior: z.optional(prorations),
}
const update = {
  default_allowed_updates: z.optional(z.array(z.enum(['price', 'promotion_code', 'quantity']))),
  products: z.optional(
    z.array(z.strictObject({ product: fields.text, prices: z.array(fields.text) })).check(z.maxLength(maxProducts)),
  ),
  proration_behavior: z.optional(prorations),
  schedule_at_period_end: z.optional(
    z.strictObject({
      conditions: z.optional(
        z.array(z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) })),
      ),
    }),
  ),
}
const customer = {
  allowed_updates: z.optional(z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))),
}
/** @param isOn whether a feature with settings is on; an update may leave that as it is */
const features = <On extends z.ZodMiniType>(isOn: On) =>
  z.strictObject({
    customer_update: z.optional(z.strictObject({ enabled: isOn, ...customer })),
    invoice_history: z.optional(z.strictObject({ enabled })),
    payment_method_update: z.optional(z.strictObject({ enabled })),
    subscription_cancel: z.optional(z.strictObject({ enabled: isOn, ...cancel })),
    subscription_update: z.optional(z.strictObject({ enabled: isOn, ...update })),
  })
const Features = features(enabled)
const ChangedFeatures = features(z.optional(enabled))
const writable = {
  default_return_url: fields.clearableText,
  metadata: fields.optionalMetadata,
  name: fields.clearableText,
}

export const portalConfigurations = [
  call('POST', url, { ...writable, features: Features }, (params, { store, clock, emit }) => {
    const made = featuresOf(store, params.features, none)
    const configuration = store.add('portalConfigurations', {
      id: newId('portalConfigurations'),
      object: 'billing_portal.configuration',
      created: clock.now(),
      updated: clock.now(),
      livemode: false,
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      default_return_url: params.default_return_url || null,
      features: made,
      is_default: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, params.metadata),
      name: params.name || null,
    })
    emit('billing_portal.configuration.created', configuration)
    return configuration
  }),
  call(
    'GET',
    url,
    { ...pageParams, active: fields.optionalFlag, is_default: fields.optionalFlag },
    (params, { store }) => {
      const found = store
        .all('portalConfigurations')
        .filter((one) => (params.active ?? one.active) === one.active && !params.is_default)
      return pageOf(found, params, url)
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('portalConfigurations', id)),
  call(
    'POST',
    `${url}/:id`,
    { ...writable, active: fields.optionalFlag, features: z.optional(ChangedFeatures) },
    (params, { store, clock, emit }, id) => {
      const configuration = store.get('portalConfigurations', id)
      if (params.features) configuration.features = featuresOf(store, params.features, configuration.features)
      configuration.active = params.active ?? configuration.active
      if (params.default_return_url !== undefined) configuration.default_return_url = params.default_return_url || null
      if (params.name !== undefined) configuration.name = params.name || null
      configuration.metadata = mergeMetadata(configuration.metadata, params.metadata)
      configuration.updated = clock.now()
      emit('billing_portal.configuration.updated', configuration)
      return configuration
    },
  ),
]

/** A feature that is not named is off. */
const none: PortalFeatures = {
  customer_update: { enabled: false, allowed_updates: [] },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false },
  subscription_cancel: { enabled: false, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: {
    enabled: false,
    default_allowed_updates: [],
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
  },
}

/** The settings with those that are given: a feature keeps what is not named of it. */
function featuresOf(store: Store, given: z.infer<typeof ChangedFeatures>, before: PortalFeatures): PortalFeatures {
  const features = Object.fromEntries(
    Object.entries(before).map(([name, feature]) => [name, { ...feature, ...given[name as keyof typeof given] }]),
  ) as PortalFeatures
  const { enabled: isUpdatable, products, default_allowed_updates: updates } = features.subscription_update
  if (isUpdatable && (products.length === 0 || updates.length === 0))
    throw invalid(
      'You must provide `products` and `default_allowed_updates` when `subscription_update` is enabled.',
      'features[subscription_update]',
    )
  for (const [index, { product, prices }] of products.entries()) {
    const param = `features[subscription_update][products][${index}]`
    store.get('products', product, `${param}[product]`)
    for (const id of prices)
      if (store.get('prices', id, `${param}[prices]`).product !== product)
        throw invalid(`The price ${id} does not belong to the product ${product}.`, `${param}[prices]`)
  }
  return features
}
