import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import { planOf } from '@utter/contracts/plans'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { limitsOf } from '../../domain/allowance/call-limits.ts'
import { monthFigures } from '../../domain/allowance/month-figures.ts'
import { presentOf } from '../../domain/allowance/periods.ts'

/** Calls used in the present month, for account's `me`. 404 before the account's first submission. */
export const getUsageForAccount: Route<Deps> = (app, { allowances, plans, guard, clock }) =>
  app.get(
    '/internal/accounts/:userId/usage',
    { access: guard.internal('account'), schema: { params: AccountParams, response: { 200: Usage } } },
    async ({ params }) => {
      const allowance = await allowances.read(params.userId)
      // Without an anchor nothing but its bonus calls is known.
      if (!allowance?.anchor) throw notFound('Nothing was used yet')
      const plan = planOf(plans, allowance.tier)
      const present = presentOf(allowance, limitsOf(allowance, plans), plan, allowance.anchor, clock.now())
      const { month, used, overage, overageCost } = monthFigures(present, plan)
      return {
        apiCallsUsed: used,
        overageCallsUsed: overage,
        overageCost,
        periodStart: month.toISOString(),
        periodEnd: present.periodEnd.toISOString(),
        keys: Object.entries(present.keyCalls ?? {}).map(([keyId, calls]) => ({ keyId, calls })),
      }
    },
  )
