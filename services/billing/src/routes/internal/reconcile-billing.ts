import { ReconcileBilling, Reconciliation } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { reconcile, reconcileAll } from '../../lifecycle/reconcile.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** Time for all accounts, one after the other, with some requests to Stripe each. */
const answerMs = 600_000

/** Differences between the ledger and Stripe's invoice items, for the operator: of all accounts, or one. */
export const reconcileBilling: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/billing/reconcile',
    {
      access: deps.guard.internal('operator'),
      schema: { querystring: ReconcileBilling, response: { 200: Reconciliation } },
      config: { responseTimeoutMs: answerMs },
    },
    async ({ query: { userId } }) => {
      const payments = paymentsOf(deps)
      if (userId === undefined) return reconcileAll({ ...deps, payments })
      const account = await deps.subscriptions.read(userId)
      if (!account) throw notFound('No such account', 'account_not_found')
      return { accounts: 1, differences: await reconcile({ ...deps, payments }, account) }
    },
  )
