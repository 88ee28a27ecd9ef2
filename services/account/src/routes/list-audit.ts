import { AuditRows } from '@utter/contracts/http/account/audit'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { auditRow } from '../domain/audit-row.ts'

const Query = z.object({
  ...pageQuery,
  failedLogins: z._default(z.enum(['true', 'false'], 'failedLogins must be true or false'), 'true'),
})

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
          description: 'Wrong passwords of one network in an hour are one row, with their number.',
          parameters: { failedLogins: 'Whether log-ins with a wrong password are among them.' },
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: AuditRows },
      },
    },
    async (request, reply) => {
      const { limit, cursor, failedLogins } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await audit.page(identityOf(request).userId, limit, before, failedLogins === 'true')
      const last = page.at(-1)
      if (last && page.length === limit)
        reply.header('link', linkToNext('/api/auth/audit', { limit, failedLogins }, { at: last.at, id: last._id }))
      return page.map(auditRow)
    },
  )
