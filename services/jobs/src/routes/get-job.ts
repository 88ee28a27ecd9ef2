import { JobView } from '@utter/contracts/http/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { readJobView } from '../read-job-view.ts'

/** `GET /api/jobs/:id`: a job of the account, with its timeline. */
export const getJob: Route<Deps> = (app, deps) =>
  app.get(
    '/api/jobs/:id',
    {
      onRequest: deps.guard.required('jobs:read'),
      schema: { params: z.object({ id: z.string() }), response: { 200: JobView } },
    },
    async (request) => readJobView(deps, identityOf(request).userId, request.params.id),
  )
