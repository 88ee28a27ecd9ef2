import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { GiveCredit, GivenAdjustment } from '@utter/contracts/http/internal/billing/adjustments'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { creditByOperator } from '../../lifecycle/bills/adjust.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'
import { adjustmentView } from './list-adjustments.ts'

/** Gives an account a credit, for the operator; the same for the same reason once. */
export const giveCredit: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/accounts/:userId/credits',
    {
      access: deps.guard.internal('operator'),
      schema: { params: AccountParams, body: GiveCredit, response: { 200: GivenAdjustment } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async ({ params, body }) => {
      const { adjustment, isNew } = await creditByOperator({ ...deps, payments: paymentsOf(deps) }, params.userId, body)
      return { ...adjustmentView(adjustment), isNew }
    },
  )
