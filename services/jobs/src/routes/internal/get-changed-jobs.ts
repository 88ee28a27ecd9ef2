import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { ChangedJobs, ChangedSince, maxChangedJobs } from '@utter/contracts/http/internal/jobs/get-changed-jobs'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { viewOf } from '../../views/job-bodies.ts'

/** The account's jobs that changed since then, newest first, for a stream that a client resumes. */
export const getChangedJobs: Route<Deps> = (app, { jobs, guard, audio, estimates, clock }) =>
  app.get(
    '/internal/accounts/:userId/changed',
    {
      access: guard.internal('notifier'),
      schema: { params: AccountParams, querystring: ChangedSince, response: { 200: ChangedJobs } },
    },
    async ({ params, query }) =>
      (await jobs.changedSince(params.userId, new Date(query.since), maxChangedJobs + 1)).map((job) =>
        viewOf(job, { audio, estimates, now: clock.now() }),
      ),
  )
