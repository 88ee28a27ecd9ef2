import { spendingLimitOf, thousandthsOf } from '@utter/contracts/calls'
import { SetSpendingLimit, SpendingLimit } from '@utter/contracts/http/jobs/usage'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { changeSpendingLimit } from '../lifecycle/change-spending-limit.ts'

/** `PUT /api/usage/spending-limit`: what a period's overage may cost from now on; null is the plan's price again. By a session alone. */
export const setSpendingLimit: Route<Deps> = (app, deps) =>
  app.put(
    '/api/usage/spending-limit',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'setSpendingLimit',
          tag: 'Usage and plans',
          summary: 'Limit what overage may cost',
          example: { dollars: 50 },
          refusals: { 409: 'This plan has no overage.' },
        },
        body: SetSpendingLimit,
        response: { 200: SpendingLimit },
      },
    },
    async (request) => {
      const { dollars } = request.body
      const limit = dollars === null ? undefined : thousandthsOf(dollars)
      const { plan, overageCalls } = await changeSpendingLimit(deps, identityOf(request).userId, limit)
      return { spendingLimit: spendingLimitOf(plan, limit) / 1_000, overageCalls }
    },
  )
