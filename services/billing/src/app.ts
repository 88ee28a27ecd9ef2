import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { jobFinished } from './consumes/job-finished.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { createCheckoutSession } from './routes/create-checkout-session.ts'
import { exportBooks } from './routes/export-books.ts'
import { countLedgerRows } from './routes/internal/count-ledger-rows.ts'
import { creditOvercharges } from './routes/internal/credit-overcharges.ts'
import { examineStripeRoute } from './routes/internal/examine-stripe.ts'
import { exportAllBooks } from './routes/internal/export-all-books.ts'
import { forgiveDisputes } from './routes/internal/forgive-disputes.ts'
import { giveCredit } from './routes/internal/give-credit.ts'
import { listAdjustments } from './routes/internal/list-adjustments.ts'
import { listDebts } from './routes/internal/list-debts.ts'
import { listDisputes } from './routes/internal/list-disputes.ts'
import { listOvercharges } from './routes/internal/list-overcharges.ts'
import { reconcileBilling } from './routes/internal/reconcile-billing.ts'
import { refundInvoice } from './routes/internal/refund-invoice.ts'
import { setPlan } from './routes/internal/set-plan.ts'
import { setTrust } from './routes/internal/set-trust.ts'
import { setUpStripeRoute } from './routes/internal/set-up-stripe.ts'
import { showReconciliation } from './routes/internal/show-reconciliation.ts'
import { startReconciliation } from './routes/internal/start-reconciliation.ts'
import { listInvoices } from './routes/list-invoices.ts'
import { listPlans } from './routes/list-plans.ts'
import { openBillingPortal } from './routes/open-billing-portal.ts'
import { previewUpgrade } from './routes/preview-upgrade.ts'
import { receiveEvent } from './routes/receive-event.ts'
import { sandboxPages } from './routes/sandbox-pages.ts'
import { upgradeSubscription } from './routes/upgrade-subscription.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log })
  addRoutes(
    app,
    [
      listPlans,
      createCheckoutSession,
      previewUpgrade,
      upgradeSubscription,
      openBillingPortal,
      listInvoices,
      exportBooks,
      receiveEvent,
      sandboxPages,
      setPlan,
      setTrust,
      countLedgerRows,
      setUpStripeRoute,
      examineStripeRoute,
      reconcileBilling,
      listDebts,
      startReconciliation,
      showReconciliation,
      listOvercharges,
      creditOvercharges,
      refundInvoice,
      giveCredit,
      listAdjustments,
      listDisputes,
      forgiveDisputes,
      exportAllBooks,
      openApiRoute,
    ],
    deps,
  )
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'billing'> => ({
  'account-state': accountState(deps),
  'job-finished': jobFinished(deps),
})
