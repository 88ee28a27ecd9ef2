import type { Base, Metadata } from './common.ts'

type Feature<Settings = unknown> = { enabled: boolean } & Settings
type Proration = 'none' | 'create_prorations' | 'always_invoice'

/** The things that a person can do in a portal. */
export type PortalFeatures = {
  customer_update: Feature<{ allowed_updates: string[] }>
  invoice_history: Feature
  payment_method_update: Feature
  subscription_cancel: Feature<{ mode: 'at_period_end' | 'immediately'; proration_behavior: Proration }>
  subscription_update: Feature<{
    default_allowed_updates: string[]
    products: { product: string; prices: string[] }[]
    proration_behavior: Proration
    schedule_at_period_end: { conditions: { type: 'decreasing_item_amount' | 'shortening_interval' }[] }
  }>
}

export type PortalConfiguration = Base<'billing_portal.configuration'> & {
  active: boolean
  application: null
  business_profile: {
    headline: string | null
    privacy_policy_url: string | null
    terms_of_service_url: string | null
  }
  default_return_url: string | null
  features: PortalFeatures
  is_default: false
  login_page: { enabled: false; url: null }
  metadata: Metadata
  name: string | null
  updated: number
}

export type PortalFlow =
  | { type: 'payment_method_update' }
  | { type: 'subscription_cancel'; subscription_cancel: { subscription: string } }
  | { type: 'subscription_update'; subscription_update: { subscription: string } }
  | {
      type: 'subscription_update_confirm'
      subscription_update_confirm: { subscription: string; items: { id: string; price?: string | undefined }[] }
    }

export type PortalSession = Base<'billing_portal.session'> & {
  customer: string
  return_url: string | null
  url: string
  configuration: string
  locale: null
  flow: PortalFlow | null
}
