import { BatchesQuery, BatchRows } from '@utter/contracts/http/jobs/batch'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { batchOperations } from '../../operations/batch.ts'

/** `GET /api/batches`: a page of the account's batches, newest first; `Link` has the address of the next one. */
export const listBatches: Route<Deps> = (app, { jobs, guard }) =>
  app.get(
    '/api/batches',
    {
      access: guard.required('jobs:read'),
      schema: { operation: batchOperations.list, querystring: BatchesQuery, response: { 200: BatchRows } },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const { batches, next } = await jobs.batchesPage(identityOf(request).userId, limit, before)
      if (next) reply.header('link', linkToNext('/api/batches', { limit }, next))
      return batches.map(({ lastAt: _, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
    },
  )
