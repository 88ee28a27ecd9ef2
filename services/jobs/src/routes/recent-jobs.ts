import { JobRows } from '@utter/contracts/http/jobs/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { jobRowsOf } from '../views/read-job-rows.ts'

const recentCount = 10

/** `GET /api/jobs/recent`: the account's ten newest jobs. */
export const recentJobs: Route<Deps> = (app, { jobs, guard, audio, clock }) =>
  app.get(
    '/api/jobs/recent',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: { id: 'listRecentJobs', tag: 'Jobs', summary: 'The ten newest jobs' },
        response: { 200: JobRows },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      return jobRowsOf({ jobs, audio, clock }, userId, await jobs.page(userId, {}, recentCount))
    },
  )
