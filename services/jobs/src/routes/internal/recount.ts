import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Recounted } from '@utter/contracts/http/internal/jobs/recount'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { recount } from '../../lifecycle/repair/recount.ts'

/** Recounts an allowance at once, for the operator. */
export const recountAllowance: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/accounts/:userId/recount',
    { access: deps.guard.internal('operator'), schema: { params: AccountParams, response: { 200: Recounted } } },
    async ({ params }) => ({ done: await recount(deps, params.userId) }),
  )
