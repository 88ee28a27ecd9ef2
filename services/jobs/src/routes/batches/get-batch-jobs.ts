import { JobRows } from '@utter/contracts/http/jobs/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { batchOperations } from '../../operations/batch.ts'
import { readBatch } from '../../views/read-batch.ts'
import { jobRowsOf } from '../../views/read-job-rows.ts'

/** `GET /api/batch/:id/jobs`: the jobs that a batch made, in its order. 100 at most, so that it has no pages. */
export const getBatchJobs: Route<Deps> = (app, deps) =>
  app.get(
    '/api/batch/:id/jobs',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: batchOperations.jobs, params: z.object({ id: z.string() }), response: { 200: JobRows } },
    },
    async (request) => {
      const { userId } = identityOf(request)
      return jobRowsOf(deps, userId, await readBatch(deps, userId, request.params.id))
    },
  )
