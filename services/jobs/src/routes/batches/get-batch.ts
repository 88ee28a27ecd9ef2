import { BatchView } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { batchOperations } from '../../operations/batch.ts'
import { readBatch } from '../../views/read-batch.ts'

/** `GET /api/batch/:id`: the jobs that a batch made, counted by status. */
export const getBatch: Route<Deps> = (app, deps) =>
  app.get(
    '/api/batch/:id',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: batchOperations.get, params: z.object({ id: z.string() }), response: { 200: BatchView } },
    },
    async (request) => {
      const { id: batchId } = request.params
      const jobs = await readBatch(deps, identityOf(request).userId, batchId)
      const count = (status: JobStatus) => jobs.filter((job) => job.status === status).length
      return {
        batchId,
        createdAt: jobs[0].createdAt.toISOString(),
        total: jobs.length,
        counts: {
          pending: count('pending'),
          processing: count('processing'),
          completed: count('completed'),
          failed: count('failed'),
        },
      }
    },
  )
