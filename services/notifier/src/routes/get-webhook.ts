import { WebhookSettings } from '@utter/contracts/http/webhooks'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { webhookSettings } from '../domain/webhook-settings.ts'

/** `GET /api/settings/webhook`: the account's webhook, the end of its secret, and since when and why it fails or is disabled. */
export const getWebhook: Route<Deps> = (app, { endpoints, sealed, guard, clock }) =>
  app.get(
    '/api/settings/webhook',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'getWebhook', tag: 'Webhooks', summary: 'The webhook of the account' },
        response: { 200: WebhookSettings },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return webhookSettings(await endpoints.read(identityOf(request).userId), clock.now(), sealed)
    },
  )
