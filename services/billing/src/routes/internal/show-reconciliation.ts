import { ReconciliationOfAll } from '@utter/contracts/http/internal/billing/reconciliation'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { lastReconciliation } from '../../lifecycle/comparison/nightly.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** The findings of the last comparison of all accounts, and how far the present one is, for the operator. */
export const showReconciliation: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/billing/reconciliation',
    { access: deps.guard.internal('operator'), schema: { response: { 200: ReconciliationOfAll } } },
    async () => {
      paymentsOf(deps)
      return lastReconciliation(deps)
    },
  )
