import { ReconciliationOfAll } from '@utter/contracts/http/internal/billing/reconciliation'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { lastReconciliation, startReconciling } from '../../lifecycle/comparison/nightly.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** Begins a comparison of all accounts within seconds, for the operator. A comparison that goes on is not begun again. */
export const startReconciliation: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/billing/reconciliation',
    { access: deps.guard.internal('operator'), schema: { response: { 200: ReconciliationOfAll } } },
    async () => {
      paymentsOf(deps)
      await startReconciling(deps)
      return lastReconciliation(deps)
    },
  )
