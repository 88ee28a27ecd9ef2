import { LoggedRequests, loggedMethods, requestLogDays, sessionKey } from '@utter/contracts/http/account/requests'
import { Instant } from '@utter/contracts/ids'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { loggedRequest } from '../domain/request-entry.ts'

const maxText = 200
const textOf = (name: string) =>
  z.string(`${name} must be given once`).check(z.maxLength(maxText, `${name} must be at most ${maxText} characters`))
const statusSentence = 'status must be a status such as 429, or a class of them such as 4xx'

const Query = z.object({
  ...pageQuery,
  status: z.optional(z.string(statusSentence).check(z.regex(/^[1-5](xx|\d\d)$/, statusSentence))),
  key: z.optional(textOf('key')),
  method: z.optional(z.enum(loggedMethods, `method must be one of ${loggedMethods.join(', ')}`)),
  path: z.optional(textOf('path')),
  requestId: z.optional(textOf('requestId')),
  since: z.optional(Instant),
})

/** `GET /api/requests`: a page of the account's requests, newest first; `Link` has the address of the next one. */
export const listRequests: Route<Deps> = (app, { requestLog, guard }) =>
  app.get(
    '/api/requests',
    {
      access: guard.required('usage:read'),
      schema: {
        operation: {
          id: 'listRequests',
          tag: 'Account',
          summary: 'Your requests and how they were answered, newest first',
          description: `Kept for ${requestLogDays} days: all requests of API keys, and those of sessions that write or were refused. One is here some seconds after its answer. Under load entries are dropped, and a row with the \`kind\` \`dropped\` counts them; it is not among requests that are filtered. Reads of this list are not in it.`,
          parameters: {
            status: 'Only with this status, or of this class: `429`, `4xx`.',
            key: 'Only by the API key with this id; `session`: only of sessions.',
            method: 'Only with this method.',
            path: 'Only where the path begins so.',
            requestId: 'Only this one.',
            since: 'Only from this time on.',
          },
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: LoggedRequests },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...asked } = request.query
      const { status, key, method, path, requestId, since } = asked
      const filter = {
        ...(status !== undefined && { status: rangeOf(status) }),
        ...(key !== undefined && { keyId: key === sessionKey ? null : key }),
        method,
        path,
        requestId,
        ...(since !== undefined && { since: new Date(since) }),
      }
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await requestLog.page(identityOf(request).userId, limit, filter, before)
      const last = page.at(-1)
      if (last && page.length === limit)
        reply.header('link', linkToNext('/api/requests', { ...asked, limit }, { at: last.at, id: last._id }))
      return page.map(loggedRequest)
    },
  )

/** '4xx': from 400 to 499. */
const rangeOf = (status: string): [from: number, to: number] => [
  Number(status.replace('xx', '00')),
  Number(status.replace('xx', '99')),
]
