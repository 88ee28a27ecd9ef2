import { DeliveryDetail, DeliveryPath } from '@utter/contracts/http/webhooks'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { messageOf } from '../deliveries/message-of.ts'
import type { Deps } from '../deps.ts'
import { deliveryView } from '../domain/delivery-view.ts'

/**
 * `GET /api/webhooks/deliveries/:id`: a delivery with its message. The bytes of its tries are kept only while it is pending, since they hold the
 * account's texts: afterwards it is what would be sent now.
 */
export const getDelivery: Route<Deps> = (app, { deliveries, guard, ...deps }) =>
  app.get(
    '/api/webhooks/deliveries/:id',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'getDelivery',
          tag: 'Webhooks',
          summary: 'A delivery of a webhook, with what it sends',
          description: 'Its `message` is the body of its tries, for whoever looks for a fault of a receiver.',
          parameters: { id: 'The id of the delivery.' },
        },
        params: DeliveryPath,
        response: { 200: DeliveryDetail },
      },
    },
    async (request) => {
      const delivery = await deliveries.readWhole(identityOf(request).userId, request.params.id)
      if (!delivery) throw notFound('Delivery not found', 'delivery_not_found')
      const { body, ...listed } = delivery
      return { ...deliveryView(listed), message: body ?? (await messageOf(deps, listed)) ?? null }
    },
  )
