import { DeliveryPath, DeliveryView } from '@utter/contracts/http/webhooks'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { conflict, notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { checkWebhookPlan } from '@utter/http/webhook-target'
import type { Deps } from '../deps.ts'
import { deliveryView } from '../domain/delivery-view.ts'
import { noWebhook } from './test-webhook.ts'

/**
 * `POST /api/webhooks/deliveries/:id/resend`: a try at once, under the same `webhook-id`, and the schedule from its
 * beginning if it fails. A delivery that is being tried at this moment stays as it is.
 */
export const resendDelivery: Route<Deps> = (app, { endpoints, deliveries, dispatcher, guard, clock, plans }) =>
  app.post(
    '/api/webhooks/deliveries/:id/resend',
    {
      access: guard.required('jobs:write', 'jobs:read'),
      schema: {
        operation: {
          id: 'resendDelivery',
          tag: 'Webhooks',
          summary: 'Send a webhook again',
          description: 'At once, under the same `webhook-id`; if that fails, by the schedule from its beginning.',
          parameters: { id: 'The id of the delivery.' },
          refusals: {
            403: 'Webhooks are available on paid plans.',
            409: 'The job or the work was deleted, or the webhook of the account was removed or disabled.',
          },
        },
        params: DeliveryPath,
        response: { 202: DeliveryView },
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      const { id } = request.params
      const found = await deliveries.read(userId, id)
      if (!found) throw notFound('Delivery not found', 'delivery_not_found')
      checkWebhookPlan(planOf(plans, tier))
      if (found.reason === 'job_deleted') throw conflict('job_deleted', 'The job was deleted')
      if (found.reason === 'work_deleted') throw conflict('work_deleted', 'The work was deleted')
      if (!found.isOwn) {
        const endpoint = await endpoints.read(userId)
        if (!endpoint?.url) throw noWebhook()
        if (endpoint.disabledAt) throw conflict('webhook_disabled', 'The webhook is disabled: set its URL again')
      }
      const delivery = (await deliveries.resend(userId, id, clock.now())) ?? (await deliveries.read(userId, id))
      if (!delivery) throw notFound('Delivery not found', 'delivery_not_found')
      dispatcher.wake()
      return reply.code(202).send(deliveryView(delivery))
    },
  )
