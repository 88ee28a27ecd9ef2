import { DeliveryViews, deliveryStatuses } from '@utter/contracts/http/webhooks'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { deliveryView } from '../domain/delivery-view.ts'

const idOf = (name: string) =>
  z.string(`${name} must be given once`).check(z.maxLength(100, `${name} must be at most 100 characters`))

const Query = z.object({
  jobId: z.optional(idOf('jobId')),
  workId: z.optional(idOf('workId')),
  status: z.optional(z.enum(deliveryStatuses, `status must be one of ${deliveryStatuses.join(', ')}`)),
  ...pageQuery,
})

/** `GET /api/webhooks/deliveries`: a page of the account's deliveries, newest first; `Link` has the address of the next one. */
export const listDeliveries: Route<Deps> = (app, { deliveries, guard }) =>
  app.get(
    '/api/webhooks/deliveries',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'listDeliveries',
          tag: 'Webhooks',
          summary: 'Deliveries of webhooks and their tries, newest first',
          description: 'They are kept for 30 days.',
          parameters: {
            jobId: 'Only those of this job.',
            workId: 'Only those of this work.',
            status: 'Only those in this state.',
          },
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: DeliveryViews },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await deliveries.page(identityOf(request).userId, filter, limit, before)
      const last = page.at(-1)
      if (last && page.length === limit) {
        const at = { at: last.createdAt, id: last._id }
        reply.header('link', linkToNext('/api/webhooks/deliveries', { ...filter, limit }, at))
      }
      return page.map(deliveryView)
    },
  )
