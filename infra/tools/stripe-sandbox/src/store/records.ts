/** The objects as they are kept and answered, in Stripe's own shape. Times are in seconds, money in cents, decimals in strings. */
export type Metadata = Record<string, string>
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

type Base<Name extends string> = { id: string; object: Name; created: number; livemode: false }

export type Customer = Base<'customer'> & {
  email: string | null
  name: string | null
  description: string | null
  metadata: Metadata
  balance: number
  currency: string | null
  delinquent: boolean
  invoice_settings: {
    default_payment_method: string | null
    custom_fields: null
    footer: null
    rendering_options: null
  }
  deleted?: true
}

export type Product = Base<'product'> & {
  active: boolean
  name: string
  description: string | null
  metadata: Metadata
  default_price: string | null
  updated: number
  type: 'service'
}

export type Recurring = { interval: 'month'; interval_count: 1; usage_type: 'licensed'; meter: null }
export type Price = Base<'price'> & {
  active: boolean
  currency: string
  product: string
  unit_amount: number
  unit_amount_decimal: string
  lookup_key: string | null
  nickname: string | null
  metadata: Metadata
  recurring: Recurring | null
  type: 'recurring' | 'one_time'
  billing_scheme: 'per_unit'
}

export type PaymentMethod = Base<'payment_method'> & {
  type: 'card'
  customer: string | null
  card: { brand: 'visa'; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' }
  metadata: Metadata
  /** What the card does, by its number: kept, never answered. */
  _card: string
}

export type PaymentError = {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
  payment_method?: { id: string; object: 'payment_method' }
}
export type PaymentIntent = Base<'payment_intent'> & {
  amount: number
  amount_received: number
  currency: string
  customer: string
  payment_method: string | null
  status: 'succeeded' | 'requires_payment_method' | 'requires_action' | 'canceled'
  last_payment_error: PaymentError | null
  client_secret: string
  next_action: { type: 'use_stripe_sdk' } | null
  metadata: Metadata
}

export type SubscriptionItem = Base<'subscription_item'> & {
  price: Price
  quantity: number
  subscription: string
  current_period_start: number
  current_period_end: number
  metadata: Metadata
}
export type PendingUpdate = {
  billing_cycle_anchor: null
  expires_at: number
  subscription_items: SubscriptionItem[]
  trial_end: null
}
export type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'unpaid' | 'canceled'
export type Subscription = Base<'subscription'> & {
  customer: string
  status: SubscriptionStatus
  items: List<SubscriptionItem>
  currency: string
  metadata: Metadata
  billing_cycle_anchor: number
  start_date: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null }
  collection_method: 'charge_automatically'
  default_payment_method: string | null
  latest_invoice: string | null
  pending_update: PendingUpdate | null
  /** The open invoice that the pending update waits for. */
  _pendingInvoice: string | null
  schedule: string | null
}

export type PhaseItem = { price: string; quantity: number; metadata: Metadata }
export type Phase = {
  start_date: number
  end_date: number
  items: PhaseItem[]
  proration_behavior: string
  currency: string
  metadata: Metadata
}
export type Schedule = Base<'subscription_schedule'> & {
  customer: string
  subscription: string | null
  released_subscription: string | null
  status: 'active' | 'released' | 'canceled' | 'completed'
  phases: Phase[]
  current_phase: { start_date: number; end_date: number } | null
  end_behavior: 'release' | 'cancel'
  metadata: Metadata
  released_at: number | null
  canceled_at: number | null
  completed_at: number | null
}

export type Period = { start: number; end: number }
export type Pricing = {
  type: 'price_details'
  price_details?: { price: string; product: string }
  unit_amount_decimal: string
}
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
export type Line = Omit<Base<'line_item'>, 'created'> & {
  amount: number
  subtotal: number
  currency: string
  description: string | null
  invoice: string
  metadata: Metadata
  parent: LineParent
  period: Period
  pricing: Pricing | null
  quantity: number
  quantity_decimal: string
  subscription: string | null
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
  subtotal: number
  total: number
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
  webhooks_delivered_at: number | null
  /** Answered only when expanded, as Stripe does. */
  payments: List<InvoicePayment>
  /** The first attempt to be paid, from which the retries are counted. */
  _firstAttempt: number | null
}

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
  metadata: Metadata
  success_url: string | null
  cancel_url: string | null
  url: string | null
  expires_at: number
  subscription: string | null
  invoice: string | null
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
}

export type PortalSession = Base<'billing_portal.session'> & {
  customer: string
  return_url: string | null
  url: string
  configuration: string
  locale: null
  flow: null
}

export type WebhookEndpoint = Base<'webhook_endpoint'> & {
  url: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  description: string | null
  metadata: Metadata
  api_version: string | null
}

export type StripeEvent = Base<'event'> & {
  type: string
  api_version: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
}

export type Records = {
  customers: Customer
  products: Product
  prices: Price
  paymentMethods: PaymentMethod
  paymentIntents: PaymentIntent
  checkoutSessions: CheckoutSession
  portalSessions: PortalSession
  subscriptions: Subscription
  schedules: Schedule
  invoices: Invoice
  invoiceItems: InvoiceItem
  webhookEndpoints: WebhookEndpoint
  events: StripeEvent
}
