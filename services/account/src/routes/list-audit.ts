import { AuditRows } from '@utter/contracts/http/audit'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { decodeCursor, encodeCursor } from '../domain/audit-cursor.ts'

const maxRows = 100

const Query = z.object({
  limit: z._default(
    z.coerce
      .number('limit must be a number')
      .check(
        z.int('limit must be a whole number'),
        z.gte(1, 'limit must be at least 1'),
        z.lte(maxRows, `limit must be at most ${maxRows}`),
      ),
    maxRows,
  ),
  cursor: z.optional(z.string('cursor must be given once')),
})

/** `GET /api/auth/audit`: a page of what was done to the account, newest first; `Link` has the address of the next one. */
export const listAudit: Route<Deps> = (app, { audit, guard }) =>
  app.get(
    '/api/auth/audit',
    { onRequest: guard.required(), schema: { querystring: Query, response: { 200: AuditRows } } },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await audit.page(identityOf(request).userId, limit, before)
      const last = page.at(-1)
      if (last && page.length === limit) {
        const next = new URLSearchParams({ limit: String(limit), cursor: encodeCursor({ at: last.at, id: last._id }) })
        reply.header('link', `</api/auth/audit?${next}>; rel="next"`)
      }
      return page.map(({ at, actor, address = null, action, target = null }) => ({
        at: at.toISOString(),
        actor,
        address,
        action,
        target,
      }))
    },
  )
