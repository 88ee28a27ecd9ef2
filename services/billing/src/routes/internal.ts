import { Instant } from '@utter/contracts/ids'
import { TierName } from '@utter/contracts/plans'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

const OfAccount = z.object({ userId: z.uuid('userId must be a UUID') })

/** For the operator. */
export const internalRoutes: Route<Deps> = (app, { subscriptions, ledger, relay, guard, clock }) => {
  const onRequest = guard.internal('operator')
  const Tier = z.object({ tier: TierName })
  const NewPlan = z.extend(Tier, { signedUpAt: Instant })
  app.put(
    '/internal/accounts/:userId/plan',
    { onRequest, schema: { params: OfAccount, body: NewPlan, response: { 200: Tier } } },
    async ({ params, body }) => {
      const signedUpAt = new Date(body.signedUpAt)
      const subscription = await subscriptions.setPlan(params.userId, signedUpAt, body.tier, clock.now())
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
