import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { ForgivenDisputes } from '@utter/contracts/http/internal/billing/disputes'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** Lets an account that has lost a dispute buy again, for the operator. */
export const forgiveDisputes: Route<Deps> = (app, { subscriptions, guard, clock }) =>
  app.post(
    '/internal/accounts/:userId/forgive-disputes',
    { access: guard.internal('operator'), schema: { params: AccountParams, response: { 200: ForgivenDisputes } } },
    async ({ params }) => ({ forgiven: await subscriptions.forgive(params.userId, clock.now()) }),
  )
