import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { apiVersion } from '../api/api-version.ts'
import { call } from '../api/call.ts'
import { fields, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import type { Context } from '../context.ts'
import { newId } from '../store/ids.ts'

const url = '/v1/webhook_endpoints'
const events = z.array(fields.text).check(z.minLength(1))
const writable = { description: fields.clearableText, metadata: fields.optionalMetadata }

export const webhookEndpoints = [
  call(
    'POST',
    url,
    { ...writable, url: z.url(), enabled_events: events, api_version: z.optional(z.literal(apiVersion)) },
    (params, context) => {
      const { store, clock } = context
      const _secret = freeSecret(context)
      const endpoint = store.add('webhookEndpoints', {
        id: newId('webhookEndpoints'),
        object: 'webhook_endpoint',
        created: clock.now(),
        livemode: false,
        url: params.url,
        enabled_events: params.enabled_events,
        status: 'enabled',
        description: params.description || null,
        metadata: mergeMetadata({}, params.metadata),
        api_version: params.api_version ?? null,
        _secret,
      })
      // Answered once, at its creation.
      return { ...endpoint, secret: _secret }
    },
  ),
  call('GET', url, pageParams, (params, { store }) => pageOf(store.all('webhookEndpoints'), params, url)),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('webhookEndpoints', id)),
  call(
    'POST',
    `${url}/:id`,
    { ...writable, url: z.optional(z.url()), enabled_events: z.optional(events), disabled: fields.optionalFlag },
    (params, { store }, id) => {
      const endpoint = store.get('webhookEndpoints', id)
      endpoint.url = params.url ?? endpoint.url
      endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events
      if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
      if (params.description !== undefined) endpoint.description = params.description || null
      endpoint.metadata = mergeMetadata(endpoint.metadata, params.metadata)
      return endpoint
    },
  ),
  call('DELETE', `${url}/:id`, {}, (_params, { store }, id) => {
    store.get('webhookEndpoints', id)
    store.remove('webhookEndpoints', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

/** Each endpoint has a secret of its own. The one that billing was given is the first one's. */
function freeSecret({ store, webhookSecret }: Context): string {
  const isTaken = store.all('webhookEndpoints').some(({ _secret = webhookSecret }) => _secret === webhookSecret)
  return isTaken ? `whsec_${randomBytes(24).toString('hex')}` : webhookSecret
}
