import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { SetTrust, Trust } from '@utter/contracts/http/internal/billing/set-trust'
import { planOf } from '@utter/contracts/plans'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { maxSpendingLimitOf } from '../../domain/spending-bound.ts'

/** Raises the limit on overage that an account may set, for the operator; 0 leaves what it has paid to decide. */
export const setTrust: Route<Deps> = (app, { subscriptions, relay, plans, guard, clock }) =>
  app.put(
    '/internal/accounts/:userId/trust',
    {
      access: guard.internal('operator'),
      schema: { params: AccountParams, body: SetTrust, response: { 200: Trust } },
    },
    async ({ params, body }) => {
      const written = await subscriptions.saveTrust(params.userId, body.dollars, clock.now())
      if (!written) throw notFound('Account not found')
      relay.soon(written)
      return { maxSpendingLimit: maxSpendingLimitOf(written, planOf(plans, written.tier)) ?? null }
    },
  )
