import { JobRows } from '@utter/contracts/http/job-views'
import { JobStatus } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { decodeCursor, encodeCursor } from '../domain/cursor.ts'
import type { Job } from '../domain/job.ts'
import { rowOf } from '../domain/views.ts'

const maxRows = 100

const Query = z.object({
  status: z.optional(z.enum(JobStatus.options, 'status must be pending, processing, completed or failed')),
  q: z.optional(z.string('q must be given once').check(z.maxLength(200, 'q must be at most 200 characters'))),
  /** Of a failure: `failures` of `GET /api/stats` names it. */
  code: z.optional(z.string('code must be given once').check(z.maxLength(50, 'code must be at most 50 characters'))),
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

type Query = z.infer<typeof Query>

/** `GET /api/jobs`: a page of the account's jobs, newest first; `Link` has the address of the next one. */
export const listJobs: Route<Deps> = (app, { jobs, guard, audio, clock }) =>
  app.get(
    '/api/jobs',
    { onRequest: guard.required('jobs:read'), schema: { querystring: Query, response: { 200: JobRows } } },
    async (request, reply) => {
      const { status, q, code, limit, cursor } = request.query
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const page = await jobs.page(identityOf(request).userId, { status, text: q, code }, limit, before)
      const last = page.at(-1)
      if (last && page.length === limit) reply.header('link', `<${addressAfter(last, request.query)}>; rel="next"`)
      return page.map((job) => rowOf(job, { audio, now: clock.now() }))
    },
  )

/** The same query, from the job after `last` on. */
function addressAfter(last: Pick<Job, '_id' | 'createdAt'>, { status, q, code, limit }: Query): string {
  const query = new URLSearchParams({
    ...(status && { status }),
    ...(q && { q }),
    ...(code && { code }),
    limit: String(limit),
    cursor: encodeCursor({ createdAt: last.createdAt, id: last._id }),
  })
  return `/api/jobs?${query}`
}
