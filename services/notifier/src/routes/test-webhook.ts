import { randomUUID } from 'node:crypto'
import { type WebhookTestEvent, WebhookTested } from '@utter/contracts/http/webhooks'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { conflict } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { checkWebhookPlan } from '@utter/http/webhook-target'
import type { Deps } from '../deps.ts'
import { signingSecrets } from '../domain/endpoint.ts'
import { signedHeaders } from '../domain/signature.ts'

/** In one process, and of one account: each may last as long as a try. */
const inFlight = { max: 32, perAccount: 2 }

/**
 * `POST /api/settings/webhook/test`: sends a signed event to the account's webhook at once, and answers what came of it. A receiver that cannot be
 * reached is an answer, too. It counts neither for nor against the webhook.
 */
export const testWebhook: Route<Deps> = (app, { endpoints, sealed, send, guard, clock, plans, log }) => {
  const limit = createSharedLimit('webhook tests', inFlight)
  return app.post(
    '/api/settings/webhook/test',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'testWebhook',
          tag: 'Webhooks',
          summary: 'Send a test to the webhook of the account',
          description: 'A receiver that cannot be reached is an answer, too.',
          refusals: {
            403: 'Webhooks are available on paid plans; or an API key was used.',
            409: 'Set a webhook URL first.',
          },
        },
        response: { 200: WebhookTested },
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      checkWebhookPlan(planOf(plans, tier))
      const endpoint = await endpoints.read(userId)
      if (!endpoint?.url) throw noWebhook()
      limit.take(userId, reply)
      const at = clock.now()
      const event: WebhookTestEvent = {
        type: 'webhook.test',
        timestamp: at.toISOString(),
        data: { message: 'Webhooks of Utter arrive here.' },
      }
      const body = JSON.stringify(event)
      const headers = signedHeaders(signingSecrets(endpoint, at, sealed), { id: `msg_${randomUUID()}`, at, body })
      const { status, ms, error } = await send(endpoint.url, headers, body)
      const result = { ms, ...(error !== null && { error }) }
      // The test has been sent, whether it is noted or not.
      await endpoints
        .tested(userId, endpoint.url, { at, ...result, ...(status !== null && { status }) })
        .catch((err) => log.warn({ err }, 'a test of a webhook is not noted'))
      return { status, ...result }
    },
  )
}

export const noWebhook = () => conflict('webhook_missing', 'Set a webhook URL first', 'webhookUrl')
