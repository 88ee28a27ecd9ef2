import { AuditRows } from '@utter/contracts/http/account/audit'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

const Query = z.object(pageQuery)

/** `GET /api/auth/audit`: a page of what was done to the account, newest first; `Link` has the address of the next one. */
export const listAudit: Route<Deps> = (app, { audit, guard }) =>
  app.get(
    '/api/auth/audit',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'listAudit',
          tag: 'Account',
          summary: 'What was done to the account, newest first',
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: AuditRows },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await audit.page(identityOf(request).userId, limit, before)
      const last = page.at(-1)
      if (last && page.length === limit)
        reply.header('link', linkToNext('/api/auth/audit', { limit }, { at: last.at, id: last._id }))
      return page.map(({ at, actor, address = null, action, target = null }) => ({
        at: at.toISOString(),
        actor,
        address,
        action,
        target,
      }))
    },
  )
