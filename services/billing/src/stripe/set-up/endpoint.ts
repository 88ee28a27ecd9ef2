import type Stripe from 'stripe'
import { apiVersion } from '../client.ts'
import { eventTypes } from '../event-types.ts'
import { digestOf, listAll, madeOnce } from './made-once.ts'

export const endpointUrl = (publicUrl: string): string => new URL('/api/stripe/webhook', publicUrl).href

/** The endpoints at our address, the oldest first: further ones have secrets of their own. */
export async function endpointsAt(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const all = await listAll(stripe.webhookEndpoints.list({ limit: 100 }))
  return all.filter((endpoint) => endpoint.url === url).sort((a, b) => a.created - b.created)
}

export const missingEvents = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): string[] =>
  enabled.includes('*') ? [] : eventTypes.filter((type) => !enabled.includes(type))

/** Makes the webhook endpoint, or enables it and its events. @returns its signing secret, where it was made just now: Stripe tells it once */
export async function setUpEndpoint(stripe: Stripe, url: string, changes: string[]): Promise<string | undefined> {
  const present = await endpointsAt(stripe, url)
  const used = present.find(({ status }) => status === 'enabled') ?? present[0]
  if (!used) return makeEndpoint(stripe, url, changes)
  const missing = missingEvents(used)
  const isDisabled = used.status !== 'enabled'
  if (missing.length === 0 && !isDisabled) return undefined
  await stripe.webhookEndpoints.update(used.id, {
    ...(missing.length > 0 && { enabled_events: [...used.enabled_events, ...missing] as EnabledEvent[] }),
    ...(isDisabled && { disabled: false }),
  })
  if (missing.length > 0) changes.push(`The webhook endpoint ${url} gets further events.`)
  if (isDisabled)
    changes.push(`The webhook endpoint ${url} was disabled, and is enabled: billing reconcile finds what was missed.`)
  return undefined
}
type EnabledEvent = Stripe.WebhookEndpointUpdateParams.EnabledEvent

async function makeEndpoint(stripe: Stripe, url: string, changes: string[]): Promise<string | undefined> {
  const params: Stripe.WebhookEndpointCreateParams = {
    url,
    enabled_events: [...eventTypes],
    api_version: apiVersion,
  }
  const { secret } = await madeOnce(
    `endpoint:${digestOf(params)}`,
    (idempotencyKey) => stripe.webhookEndpoints.create(params, { idempotencyKey }),
    async (made) => (await stripe.webhookEndpoints.retrieve(made)).status === 'enabled',
  )
  changes.push(`The webhook endpoint ${url} was made: STRIPE_WEBHOOK_SECRET is its signing secret.`)
  return secret
}
