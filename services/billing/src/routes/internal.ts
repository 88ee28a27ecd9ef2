import { TierName } from '@utter/contracts/plans'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

const OfAccount = z.object({ userId: z.uuid('userId must be a UUID') })

/** For the operator. */
export const internalRoutes: Route<Deps> = (app, { subscriptions, ledger, relay, guard, clock }) => {
  const onRequest = guard.internal
  const Tier = z.object({ tier: TierName })
  app.put(
    '/internal/accounts/:userId/plan',
    { onRequest, schema: { params: OfAccount, body: Tier, response: { 200: Tier } } },
    async ({ params, body }) => {
      const subscription = await subscriptions.setPlan(params.userId, body.tier, clock.now())
      if (!subscription) throw notFound('Billing has not heard of the account yet', 'account_not_found')
      relay.soon(subscription)
      return { tier: subscription.tier }
    },
  )

  const Rows = z.object({ rows: z.int() })
  app.get(
    '/internal/accounts/:userId/ledger',
    { onRequest, schema: { params: OfAccount, response: { 200: Rows } } },
    async ({ params }) => ({
      rows: await ledger.count(params.userId),
    }),
  )
}
