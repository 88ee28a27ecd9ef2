import type { Base, Metadata } from './common.ts'

export type WebhookEndpoint = Base<'webhook_endpoint'> & {
  url: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  description: string | null
  metadata: Metadata
  api_version: string | null
  /** Absent in endpoints of an older file: the one that the sandbox was started with. */
  _secret?: string
}

export type StripeEvent = Base<'event'> & {
  type: string
  api_version: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
}
