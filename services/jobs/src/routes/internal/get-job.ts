import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { JobView } from '@utter/contracts/http/jobs/job-views'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { readJobView } from '../../views/read-job-view.ts'

const Params = z.extend(AccountParams, { id: z.string() })

/** A job of an account as its owner sees it, for notifier's stream of the job. */
export const getJobForNotifier: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/accounts/:userId/jobs/:id',
    { access: deps.guard.internal('notifier'), schema: { params: Params, response: { 200: JobView } } },
    async ({ params }) => readJobView(deps, params.userId, params.id),
  )
