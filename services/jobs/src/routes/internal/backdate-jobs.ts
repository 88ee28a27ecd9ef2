import { BackdatedJobs, BackdateJobs } from '@utter/contracts/http/internal/jobs/backdate-jobs'
import { forbidden } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { backdate } from '../../lifecycle/backdate.ts'

/** Moves ended jobs into the past, for the operator's demo account. Refused in production: there, dates are what happened. */
export const backdateJobs: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/jobs/backdate',
    {
      access: deps.guard.internal('operator'),
      schema: { body: BackdateJobs, response: { 200: BackdatedJobs } },
    },
    async ({ body: { userId, jobs } }) => {
      if (deps.isProduction) throw forbidden('Jobs are not dated back in production', 'not_in_production')
      const wanted = jobs.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) }))
      return { moved: await backdate(deps, userId, wanted) }
    },
  )
