import type { Base, Metadata } from './common.ts'

export type Address = Partial<
  Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | undefined>
>

export type Customer = Base<'customer'> & {
  /** Absent in customers of an older file. */
  address?: Address | null
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
  /** Typed at a checkout: here all that Stripe keeps in a list. */
  _taxId?: string
}

/** A change of a customer's balance by hand: below zero it is a credit. */
export type BalanceTransaction = Base<'customer_balance_transaction'> & {
  type: 'adjustment'
  amount: number
  currency: string
  customer: string
  description: string | null
  ending_balance: number
  metadata: Metadata
}

export type PaymentMethod = Base<'payment_method'> & {
  type: 'card' | 'us_bank_account'
  customer: string | null
  card?: { brand: 'visa'; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' }
  us_bank_account?: { bank_name: string; last4: string; account_type: 'checking' }
  metadata: Metadata
  /** The number, which decides its behaviour: kept, never answered. */
  _card: string
}

export type PaymentError = {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
  payment_method?: { id: string; object: 'payment_method' }
}

export type Refund = Base<'refund'> & {
  amount: number
  currency: string
  /** Null of a payment from before charges were kept. */
  charge: string | null
  customer: string
  payment_intent: string
  reason: string | null
  status: 'succeeded' | 'failed'
  failure_reason?: 'expired_or_canceled_card'
  metadata: Metadata
}

export type PaymentIntent = Base<'payment_intent'> & {
  amount: number
  amount_received: number
  currency: string
  customer: string
  latest_charge: string | null
  payment_method: string | null
  status: 'succeeded' | 'requires_payment_method' | 'requires_action' | 'canceled'
  last_payment_error: PaymentError | null
  client_secret: string
  next_action: { type: 'use_stripe_sdk' } | null
  metadata: Metadata
}
