import type { Base, List, Metadata, Period, Pricing } from './common.ts'
import type { Reduction, Tax } from './discounts.ts'

export type InvoiceItem = Omit<Base<'invoiceitem'>, 'created'> & {
  amount: number
  currency: string
  customer: string
  date: number
  description: string | null
  discountable: boolean
  invoice: string | null
  metadata: Metadata
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } } | null
  period: Period
  pricing: Pricing | null
  proration: boolean
  quantity: number
  quantity_decimal: string
}

export type LineParent = {
  type: 'subscription_item_details' | 'invoice_item_details'
  subscription_item_details: {
    subscription: string
    subscription_item: string
    invoice_item: string | null
    proration: boolean
    proration_details: null
  } | null
  invoice_item_details: {
    invoice_item: string
    subscription: string | null
    proration: boolean
    proration_details: null
  } | null
}

type DiscountAmount = { amount: number; discount: string }
export type TaxAmount = {
  amount: number
  tax_behavior: 'exclusive'
  tax_rate_details: null
  taxability_reason: Tax['reason']
  taxable_amount: number
  type: 'tax_rate_details'
}

export type Line = Omit<Base<'line_item'>, 'created'> & {
  amount: number
  subtotal: number
  currency: string
  description: string | null
  discount_amounts: DiscountAmount[]
  discountable: boolean
  discounts: string[]
  invoice: string
  metadata: Metadata
  parent: LineParent
  period: Period
  pricing: Pricing | null
  quantity: number
  quantity_decimal: string
  subscription: string | null
  taxes: TaxAmount[]
}

export type InvoicePayment = Base<'invoice_payment'> & {
  invoice: string
  amount_requested: number
  amount_paid: number | null
  currency: string
  is_default: boolean
  status: 'open' | 'paid' | 'canceled'
  payment: { type: 'payment_intent'; payment_intent: string }
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'

export type Invoice = Base<'invoice'> & {
  customer: string
  customer_email: string | null
  currency: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  billing_reason: BillingReason
  collection_method: 'charge_automatically'
  /** The card that it is paid by; null: the subscription's, or the customer's default. */
  default_payment_method: string | null
  description: string | null
  number: string | null
  metadata: Metadata
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  } | null
  lines: List<Line>
  period_start: number
  period_end: number
  automatic_tax: {
    enabled: boolean
    status: 'complete' | 'requires_location_inputs' | null
    disabled_reason: null
    liability: null
    provider: 'stripe' | null
  }
  discounts: string[]
  subtotal: number
  total: number
  total_discount_amounts: DiscountAmount[]
  total_excluding_tax: number
  total_taxes: TaxAmount[]
  amount_due: number
  amount_paid: number
  amount_remaining: number
  starting_balance: number
  ending_balance: number | null
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  automatically_finalizes_at: number | null
  next_payment_attempt: number | null
  effective_at: number | null
  status_transitions: {
    finalized_at: number | null
    paid_at: number | null
    voided_at: number | null
    marked_uncollectible_at: number | null
  }
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  webhooks_delivered_at: number | null
  /** Answered only when expanded, as Stripe does. */
  payments: List<InvoicePayment>
  /** The first attempt to be paid, from which the retries are counted. */
  _firstAttempt: number | null
  /** The discounts and the tax of its lines. Absent in invoices of an older file. */
  _reductions?: Reduction[]
  _tax?: Tax
}
