import { Adjustments, type AdjustmentView, ListAdjustments } from '@utter/contracts/http/internal/billing/adjustments'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import type { Adjustment } from '../../store/adjustments.ts'

const maxListed = 1_000

/** Refunds and credits that the operator has given, of all accounts or of one. */
export const listAdjustments: Route<Deps> = (app, { adjustments, guard }) =>
  app.get(
    '/internal/billing/adjustments',
    {
      access: guard.internal('operator'),
      schema: { querystring: ListAdjustments, response: { 200: Adjustments } },
    },
    async ({ query }) => ({ adjustments: (await adjustments.latest(query.userId, maxListed)).map(adjustmentView) }),
  )

export function adjustmentView(adjustment: Adjustment): AdjustmentView {
  const { kind, userId, cents, currency, reason, by, at, invoice, subscriptionId, stripeId, failedAt } = adjustment
  return {
    ...{ kind, userId, cents, currency, reason, by, at: at.toISOString() },
    ...(invoice && { invoice }),
    ...(subscriptionId && { cancels: true as const }),
    ...(stripeId && { stripeId }),
    ...(failedAt && { failedAt: failedAt.toISOString() }),
  }
}
