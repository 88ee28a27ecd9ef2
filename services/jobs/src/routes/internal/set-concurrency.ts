import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Concurrency, SetConcurrency } from '@utter/contracts/http/internal/jobs/set-concurrency'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { allowanceOf } from '../../lifecycle/allowance-of.ts'
import { dispatch } from '../../lifecycle/end/settle.ts'
import { untilChanged } from '../../lifecycle/until-changed.ts'

/** A concurrency of the account's own, for the operator: billing states that follow keep it. 503 when the account changed during each try. */
export const setConcurrency: Route<Deps> = (app, deps) =>
  app.put(
    '/internal/accounts/:userId/concurrency',
    {
      access: deps.guard.internal('operator'),
      schema: { params: AccountParams, body: SetConcurrency, response: { 200: Concurrency } },
    },
    async ({ params: { userId }, body: { concurrency, signedUpAt } }) => {
      await untilChanged(async () => {
        const allowance = await allowanceOf(deps, userId, { signedUpAt: new Date(signedUpAt) })
        return deps.allowances.changeLimits(allowance, { concurrency, ownConcurrency: concurrency })
      })
      // A higher one may activate jobs that wait.
      await dispatch(deps, userId)
      return { concurrency }
    },
  )
