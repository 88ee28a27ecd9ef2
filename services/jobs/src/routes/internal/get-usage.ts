import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Usage } from '@utter/contracts/http/internal/get-usage'
import { planOf } from '@utter/contracts/plans'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../../deps.ts'
import { overageOf } from '../../domain/calls-of-plan.ts'

/** Calls used in the present period, for account's `me`. 404 before the account's first submission. */
export const getUsage: Route<Deps> = (app, { allowances, plans, guard, clock }) =>
  app.get(
    '/internal/accounts/:userId/usage',
    { onRequest: guard.internal('account'), schema: { params: AccountParams, response: { 200: Usage } } },
    async ({ params }) => {
      const allowance = await allowances.read(params.userId)
      if (!allowance) throw notFound('Nothing was used yet')
      // A period that is over is rolled by the next submission; until then nothing of the new one was used.
      const used = allowance.periodEnd <= clock.now() ? 0 : allowance.used
      const overage = overageOf(planOf(plans, allowance.tier), used)
      return {
        apiCallsUsed: used,
        overageCallsUsed: overage.calls,
        overageCost: overage.cost,
        periodStart: allowance.period.toISOString(),
        periodEnd: allowance.periodEnd.toISOString(),
      }
    },
  )
