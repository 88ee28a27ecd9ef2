import { JobRows, JobView } from '@utter/contracts/http/job-views'
import { JobStatus } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import { invalid, notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { isShown, type ShownJob } from '../domain/job.ts'
import { rowOf, viewOf } from '../domain/views.ts'
import { cancel } from '../lifecycle/cancel.ts'

const maxRows = 100
const recentCount = 10

const Page = z.object({
  status: z.optional(z.enum(JobStatus.options, 'status must be pending, processing, completed or failed')),
  q: z.optional(z.string('q must be given once').check(z.maxLength(200, 'q must be at most 200 characters'))),
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
const Params = z.object({ id: z.string() })

/** The account's jobs: lists, one with its timeline, cancelling. */
export const jobRoutes: Route<Deps> = (app, deps) => {
  const { jobs, guard, audio, clock } = deps
  const reading = guard.required('jobs:read')

  app.get(
    '/api/jobs',
    { onRequest: reading, schema: { querystring: Page, response: { 200: JobRows } } },
    async (request, reply) => {
      const { status, q, limit, cursor } = request.query
      const { userId } = identityOf(request)
      const page = await jobs.page(
        userId,
        { status, text: q },
        limit,
        cursor === undefined ? undefined : decodeCursor(cursor),
      )
      const last = page.at(-1)
      if (last && page.length === limit) {
        const next = new URLSearchParams({
          ...(status && { status }),
          ...(q && { q }),
          limit: String(limit),
          cursor: encodeCursor(last),
        })
        reply.header('link', `</api/jobs?${next}>; rel="next"`)
      }
      return page.map((job) => rowOf(job, { audio, now: clock.now() }))
    },
  )

  app.get('/api/jobs/recent', { onRequest: reading, schema: { response: { 200: JobRows } } }, async (request) => {
    const page = await jobs.page(identityOf(request).userId, {}, recentCount)
    return page.map((job) => rowOf(job, { audio, now: clock.now() }))
  })

  const view = async (job: ShownJob) =>
    viewOf(job, { audio, now: clock.now() }, job.queue === 'waiting' ? await jobs.waitingBefore(job) : undefined)

  app.get(
    '/api/jobs/:id',
    { onRequest: reading, schema: { params: Params, response: { 200: JobView } } },
    async (request) => {
      const job = await jobs.read(identityOf(request).userId, request.params.id)
      if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
      return view(job)
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    { onRequest: guard.required('jobs:write'), schema: { params: Params, response: { 200: JobView } } },
    async (request) => view(await cancel(deps, identityOf(request).userId, request.params.id)),
  )
}

/** The last row of a page, as one word that a client hands back. */
const encodeCursor = (job: ShownJob) => Buffer.from(`${job.createdAt.getTime()}.${job._id}`).toString('base64url')

function decodeCursor(cursor: string): { createdAt: Date; id: string } {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!time || !id) throw invalid([{ field: 'cursor', message: 'cursor is not one of ours' }])
  return { createdAt: new Date(Number(time)), id }
}
