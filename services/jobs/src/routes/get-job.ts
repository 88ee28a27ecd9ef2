import { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { readJobView } from '../views/read-job-view.ts'

/** Bounds of `Retry-After`, which is the expected time of a running job. */
const minRetrySeconds = 2
const maxRetrySeconds = 60

/**
 * `GET /api/jobs/:id`: a job of the account, with its timeline. While it runs, `Retry-After` is the time until the next
 * poll.
 */
export const getJob: Route<Deps> = (app, deps) =>
  app.get(
    '/api/jobs/:id',
    {
      access: deps.guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'getJob',
          tag: 'Jobs',
          summary: 'One job, with its timeline',
          parameters: { id: 'The id of the job.' },
          answers: {
            200: {
              description: 'The job. While it runs `Retry-After` says when to ask again.',
              headers: ['Retry-After'],
            },
          },
        },
        params: z.object({ id: z.string() }),
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const job = await readJobView(deps, identityOf(request).userId, request.params.id)
      if (!isFinal(job.status)) {
        const seconds = Math.min(Math.max(job.expectedSeconds ?? 0, minRetrySeconds), maxRetrySeconds)
        reply.header('retry-after', seconds)
      }
      return job
    },
  )
