import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { GivenAdjustment, RefundInvoice } from '@utter/contracts/http/internal/billing/adjustments'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { refundByOperator } from '../../lifecycle/bills/adjust.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'
import { adjustmentView } from './list-adjustments.ts'

/** Refunds an invoice of an account, for the operator; the same for the same reason once. */
export const refundInvoice: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/accounts/:userId/refunds',
    {
      access: deps.guard.internal('operator'),
      schema: { params: AccountParams, body: RefundInvoice, response: { 200: GivenAdjustment } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async ({ params, body }) => {
      const { adjustment, isNew } = await refundByOperator({ ...deps, payments: paymentsOf(deps) }, params.userId, body)
      return { ...adjustmentView(adjustment), isNew }
    },
  )
