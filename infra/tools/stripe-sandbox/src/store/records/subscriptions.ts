import type { Price } from './catalog.ts'
import type { Base, List, Metadata } from './common.ts'

export type SubscriptionItem = Base<'subscription_item'> & {
  price: Price
  quantity: number
  subscription: string
  current_period_start: number
  current_period_end: number
  metadata: Metadata
  /** The price of the whole period without its discounts; the plan's own if absent. */
  _paid?: number
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
  collection_method: 'charge_automatically' | 'send_invoice'
  default_payment_method: string | null
  latest_invoice: string | null
  pending_update: PendingUpdate | null
  /** The open invoice that the pending update waits for. */
  _pendingInvoice: string | null
  schedule: string | null
  /** Both are absent in subscriptions of an older file. */
  automatic_tax?: { enabled: boolean; disabled_reason: null; liability: null }
  discounts?: string[]
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
