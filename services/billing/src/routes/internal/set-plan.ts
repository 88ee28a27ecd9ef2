import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { PresentPlan, SetPlan } from '@utter/contracts/http/internal/billing/set-plan'
import { conflict } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/**
 * Sets an account's plan, for the operator; a paid one begins its own month. 409 for an account with a subscription.
 */
export const setPlan: Route<Deps> = (app, { subscriptions, relay, guard, clock }) =>
  app.put(
    '/internal/accounts/:userId/plan',
    {
      access: guard.internal('operator'),
      schema: { params: AccountParams, body: SetPlan, response: { 200: PresentPlan } },
    },
    async ({ params, body }) => {
      const signedUpAt = new Date(body.signedUpAt)
      const subscription = await subscriptions.setPlan(params.userId, signedUpAt, body.tier, clock.now())
      if (!subscription)
        throw conflict('has_subscription', 'This account has a subscription at Stripe: change or cancel it there')
      relay.soon(subscription)
      return { tier: subscription.tier }
    },
  )
