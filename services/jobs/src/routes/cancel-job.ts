import { JobView, WrittenJob } from '@utter/contracts/http/jobs/job-views'
import { identityOf, mayDo } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { cancel } from '../lifecycle/end/cancel.ts'
import { checkIsAlone } from '../requests/check-is-alone.ts'
import { writtenOf } from '../views/job-bodies.ts'
import { jobViewOf } from '../views/read-job-view.ts'

/** `POST /api/jobs/:id/cancel`: free until speech has started, unless too many were heard before; 409 after that. */
export const cancelJob: Route<Deps> = (app, deps) =>
  app.post(
    '/api/jobs/:id/cancel',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: {
          id: 'cancelJob',
          tag: 'Jobs',
          summary: 'Cancel a job',
          description:
            'Free until speech has begun; of replies that could be heard while they were written, five in 24 hours. A key without `jobs:read` is answered a `WrittenJob`.',
          parameters: { id: 'The id of the job.' },
          refusals: { 409: 'Too late to cancel, or it speaks a part of a work.' },
        },
        params: z.object({ id: z.string() }),
        response: { 200: z.union([JobView, WrittenJob]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await checkIsAlone(deps, identity.userId, request.params.id)
      const job = await cancel(deps, identity.userId, request.params.id)
      return mayDo(identity, 'jobs:read') ? jobViewOf(deps, job) : writtenOf(job)
    },
  )
