import { WorkRows } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { workOperations } from '../../operations/works.ts'
import { workRowOf } from '../../views/works/work-views.ts'

/** `GET /api/works`: a page of the account's works, newest first; `Link` has the address of the next one. */
export const listWorks: Route<Deps> = (app, { works, guard }) =>
  app.get(
    '/api/works',
    {
      access: guard.required('jobs:read'),
      schema: { operation: workOperations.list, querystring: z.object(pageQuery), response: { 200: WorkRows } },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const page = await works.page(
        identityOf(request).userId,
        limit,
        cursor === undefined ? undefined : decodeCursor(cursor),
      )
      const last = page.length === limit ? page.at(-1) : undefined
      if (last) reply.header('link', linkToNext('/api/works', { limit }, { at: last.createdAt, id: last._id }))
      return page.map(workRowOf)
    },
  )
