import { JobView } from '@utter/contracts/http/jobs/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { cancel } from '../lifecycle/end/cancel.ts'
import { jobViewOf } from '../views/read-job-view.ts'

/** `POST /api/jobs/:id/cancel`: free until speech has started, 409 after that. */
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
          description: 'Free until speech has begun.',
          parameters: { id: 'The id of the job.' },
          refusals: { 409: 'Too late to cancel.' },
        },
        params: z.object({ id: z.string() }),
        response: { 200: JobView },
      },
    },
    async (request) => jobViewOf(deps, await cancel(deps, identityOf(request).userId, request.params.id)),
  )
