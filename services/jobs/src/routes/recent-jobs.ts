import { JobRows } from '@utter/contracts/http/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { rowOf } from '../domain/views.ts'

const recentCount = 10

/** `GET /api/jobs/recent`: the account's ten newest jobs. */
export const recentJobs: Route<Deps> = (app, { jobs, guard, audio, clock }) =>
  app.get(
    '/api/jobs/recent',
    { onRequest: guard.required('jobs:read'), schema: { response: { 200: JobRows } } },
    async (request) => {
      const page = await jobs.page(identityOf(request).userId, {}, recentCount)
      return page.map((job) => rowOf(job, { audio, now: clock.now() }))
    },
  )
