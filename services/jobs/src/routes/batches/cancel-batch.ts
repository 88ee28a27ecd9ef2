import { BatchCancelled } from '@utter/contracts/http/jobs/batch'
import { identityOf } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { hasEnded } from '../../domain/job/job.ts'
import { cancel } from '../../lifecycle/end/cancel.ts'
import { batchOperations } from '../../operations/batch.ts'
import { readBatch } from '../../views/read-batch.ts'

/** Jobs that are cancelled at once. */
const inFlight = 8
/** Each of a hundred takes some updates of its account's one allowance. */
const responseTimeoutMs = 30_000

/** `POST /api/batch/:id/cancel`: cancels what can still be cancelled, for nothing. The last ones first, so that none becomes active meanwhile. */
export const cancelBatch: Route<Deps> = (app, deps) =>
  app.post(
    '/api/batch/:id/cancel',
    {
      access: deps.guard.required('jobs:write'),
      config: { responseTimeoutMs },
      schema: {
        operation: batchOperations.cancel,
        params: z.object({ id: z.string() }),
        response: { 200: BatchCancelled },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const jobs = await readBatch(deps, userId, request.params.id)
      const outcomes = await pLimit(inFlight).map(jobs.toReversed(), async (job) => {
        if (hasEnded(job)) return 'too-late'
        return cancel(deps, userId, job._id).then(
          () => 'cancelled',
          (error) => {
            if (error instanceof Problem && error.status < 500) return 'too-late'
            throw error
          },
        )
      })
      const cancelled = outcomes.filter((outcome) => outcome === 'cancelled').length
      return { cancelled, tooLate: outcomes.length - cancelled }
    },
  )
