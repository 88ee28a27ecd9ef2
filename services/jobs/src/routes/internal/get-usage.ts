import { overageCostOf } from '@utter/contracts/calls'
import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Usage } from '@utter/contracts/http/internal/get-usage'
import { planOf } from '@utter/contracts/plans'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../../deps.ts'
import { callsUsed, limitsOf } from '../../domain/call-limits.ts'
import { presentOf } from '../../domain/past-periods.ts'

/** Calls used in the present period, for account's `me`. 404 before the account's first submission. */
export const getUsageForAccount: Route<Deps> = (app, { allowances, plans, guard, clock }) =>
  app.get(
    '/internal/accounts/:userId/usage',
    { onRequest: guard.internal('account'), schema: { params: AccountParams, response: { 200: Usage } } },
    async ({ params }) => {
      const allowance = await allowances.read(params.userId)
      // Without an anchor nothing but its bonus calls is known.
      if (!allowance?.anchor) throw notFound('Nothing was used yet')
      const present = presentOf(allowance, limitsOf(allowance, plans), allowance.anchor, clock.now())
      const plan = planOf(plans, present.tier)
      const { overage } = callsUsed(present, limitsOf(present, plans), plan)
      return {
        apiCallsUsed: present.used,
        overageCallsUsed: overage,
        overageCost: overageCostOf(plan, overage),
        periodStart: present.period.toISOString(),
        periodEnd: present.periodEnd.toISOString(),
        keys: Object.entries(present.keyCalls ?? {}).map(([keyId, calls]) => ({ keyId, calls })),
      }
    },
  )
