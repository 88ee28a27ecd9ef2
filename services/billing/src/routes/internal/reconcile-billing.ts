import { ReconcileBilling, Reconciliation } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { compareAccount } from '../../lifecycle/comparison/reconcile.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'

/** Differences between an account's ledger and Stripe's invoice items, for the operator. */
export const reconcileBilling: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/billing/reconcile',
    {
      access: deps.guard.internal('operator'),
      schema: { querystring: ReconcileBilling, response: { 200: Reconciliation } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async ({ query: { userId } }) => {
      const payments = paymentsOf(deps)
      if (!(await deps.subscriptions.read(userId))) throw notFound('No such account', 'account_not_found')
      return { accounts: 1, differences: await compareAccount({ ...deps, payments }, userId) }
    },
  )
