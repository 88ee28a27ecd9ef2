import type { Price } from './catalog.ts'
import type { Base, List, Metadata } from './common.ts'

export type CheckoutSession = Base<'checkout.session'> & {
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  customer: string | null
  customer_email: string | null
  client_reference_id: string | null
  currency: string
  amount_subtotal: number
  amount_total: number
  total_details: { amount_discount: number; amount_shipping: 0; amount_tax: number }
  automatic_tax: {
    enabled: boolean
    status: 'complete' | 'requires_location_inputs' | null
    liability: null
    provider: 'stripe' | null
  }
  billing_address_collection: 'auto' | 'required' | null
  tax_id_collection: { enabled: boolean; required: 'never' }
  allow_promotion_codes: boolean | null
  discounts: { coupon: null; promotion_code: string }[]
  metadata: Metadata
  success_url: string | null
  cancel_url: string | null
  url: string | null
  expires_at: number
  subscription: string | null
  invoice: string | null
  allowed_payment_method_types: string[] | null
  payment_method_types: ['card']
  ui_mode: 'hosted_page'
  line_items: List<{
    id: string
    object: 'item'
    price: Price
    quantity: number
    amount_total: number
    currency: string
    description: string
  }>
  /** A card that waits for its second step. */
  _paymentMethod: string | null
  _subscriptionMetadata: Metadata
  /** Typed at the page: where the person is, and the number of its business. */
  _country?: string
  _taxId?: string
}
