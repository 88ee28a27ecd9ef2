import type Stripe from 'stripe'
import { apiVersion } from '../client.ts'
import { eventTypes } from '../event-types.ts'
import { digestOf, listAll, madeOnce } from './made-once.ts'

export const endpointUrl = (publicUrl: string): string => new URL('/api/stripe/webhook', publicUrl).href

/** The endpoints at our address, the oldest first: further ones have secrets of their own. */
export async function endpointsAt(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const all = await listAll(stripe.webhookEndpoints.list({ limit: 100 }))
  return all.filter((endpoint) => endpoint.url === url)
}

const missingEvents = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): string[] =>
  enabled.includes('*') ? [] : eventTypes.filter((type) => !enabled.includes(type))

/** Faults of the endpoints at our address, a sentence each. */
export function endpointFaults(present: Stripe.WebhookEndpoint[], url: string): string[] {
  const [first] = present
  if (!first) return [`No webhook endpoint is at ${url}: run stripe setup.`]
  return present.flatMap((endpoint) => {
    const { id, status, api_version: version } = endpoint
    const missing = missingEvents(endpoint)
    return [
      ...(endpoint === first
        ? []
        : [`The webhook endpoint ${id} is a further one at ${url}, with another secret: remove all but one.`]),
      ...(status === 'enabled' ? [] : [`The webhook endpoint ${id} is ${status}: run stripe setup.`]),
      ...(missing.length === 0 ? [] : [`The webhook endpoint ${id} lacks ${missing.join(', ')}: run stripe setup.`]),
      ...(version === apiVersion
        ? []
        : [
            `The webhook endpoint ${id} sends objects of ${version ?? "the account's version"}, not of ${apiVersion}: remove it and run stripe setup.`,
          ]),
    ]
  })
}

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
