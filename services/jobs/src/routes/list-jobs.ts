import { JobRows } from '@utter/contracts/http/jobs/job-views'
import { JobStatus, limits } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import { type Cursor, decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route, RouteApp } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Job, ShownJob } from '../domain/job/job.ts'
import { isListed, isSearch, type PageFilter } from '../store/jobs/pages.ts'
import { jobRowsOf } from '../views/read-job-rows.ts'

/** Jobs that one request searches, since no index finds a substring. */
const maxSearched = 20_000

const time = (name: string) =>
  z.optional(z.iso.datetime({ offset: true, error: `${name} must be a time such as 2026-03-20T12:00:00Z` }))

const Query = z.object({
  status: z.optional(z.enum(JobStatus.options, 'status must be pending, processing, completed or failed')),
  q: z.optional(z.string('q must be given once').check(z.maxLength(200, 'q must be at most 200 characters'))),
  /** The code of a failure, as in `failures` of `GET /api/stats`. */
  code: z.optional(z.string('code must be given once').check(z.maxLength(50, 'code must be at most 50 characters'))),
  tag: z.optional(
    z.string('tag must be given once').check(z.maxLength(limits.tag, `tag must be at most ${limits.tag} characters`)),
  ),
  voice: z.optional(
    z.string('voice must be given once').check(z.maxLength(limits.id, `voice must be at most ${limits.id} characters`)),
  ),
  /** Bounds of the submission: the first instant, and the first one after the last. */
  from: time('from'),
  to: time('to'),
  ...pageQuery,
})

/**
 * `GET /api/jobs`: a page of the account's jobs, newest first; `Link` has the address of the next one. A search, for a text or for several
 * things at once, looks through so many jobs at a time: where there are more, its page may be short, or empty, and has a next one all the same.
 */
export const listJobs: Route<Deps> = (app, deps) => listRoute(app, deps, maxSearched)

type ListDeps = Pick<Deps, 'jobs' | 'guard' | 'audio' | 'clock'>

/** @param searched jobs that one request searches */
export function listRoute(app: RouteApp, { jobs, guard, audio, clock }: ListDeps, searched: number): void {
  app.get(
    '/api/jobs',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'listJobs',
          tag: 'Jobs',
          summary: 'The jobs of the account, newest first',
          description:
            'A search (`q`, or several filters at once) looks through so many jobs at a time: its page may be short, or empty, and have a next one all the same.',
          parameters: {
            status: 'Only those in this state.',
            q: 'Only those whose text, request id or id has this in it. One whose id or request id is just this comes with the first page, however old it is.',
            code: 'Only failures with this code.',
            tag: 'Only those with this tag.',
            voice: 'Only those with this voice.',
            from: 'Only those submitted at this time or later.',
            to: 'Only those submitted before this time.',
          },
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: JobRows },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...wanted } = request.query
      const { q: text, from, to, ...exact } = wanted
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const { userId } = identityOf(request)
      const asked = { ...exact, text, ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) }
      // Searched for by an index, as the bounded look may not come to it; no later page has it again.
      const named = text ? await namedJobs({ jobs }, userId, asked, text) : []
      const filter = { ...asked, besides: named.map(({ _id }) => _id) }
      const until = isSearch(filter) ? await jobs.lastOfFirst(userId, filter, searched, before) : undefined
      const page = await jobs.page(userId, filter, limit, before, until)
      const last = page.length === limit ? cursorOf(page.at(-1)) : until
      if (last) reply.header('link', linkToNext('/api/jobs', { ...wanted, limit }, last))
      return jobRowsOf({ jobs, audio, clock }, userId, before ? page : [...named, ...page].sort(newestFirst))
    },
  )
}

/** Jobs of a list whose id or request id is this one: two at most, each by an index. */
async function namedJobs({ jobs }: Pick<Deps, 'jobs'>, userId: string, filter: PageFilter, name: string) {
  const [byId, byRequest] = await Promise.all([jobs.read(userId, name), jobs.byRequest(userId, name)])
  const found = [byId, byRequest?._id === byId?._id ? null : byRequest]
  return found.filter((job) => job !== null && isListed(job, filter)) as ShownJob[]
}

const newestFirst = (one: Job, other: Job) => other.createdAt.getTime() - one.createdAt.getTime()

const cursorOf = (job: Pick<Job, '_id' | 'createdAt'> | undefined): Cursor | undefined =>
  job && { at: job.createdAt, id: job._id }
