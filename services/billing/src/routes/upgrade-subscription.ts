import { UpgradeAnswer, UpgradeSubscription } from '@utter/contracts/http/stripe'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { changePlan } from '../lifecycle/plans/change-plan.ts'
import { wantedChange } from '../lifecycle/plans/wanted-change.ts'
import { refresh } from '../lifecycle/refresh.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'

/** `POST /api/stripe/upgrade-subscription`: for a session alone. The plan changes in place; a lower one at the period's end. */
export const upgradeSubscription: Route<Deps> = (app, deps) =>
  app.post(
    '/api/stripe/upgrade-subscription',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'upgradeSubscription',
          tag: 'Payments',
          summary: 'Change the plan',
          description:
            'A higher plan holds at once, a lower one from the end of the period. Without a `priceId`: the next plan up. With what `preview-upgrade` has shown, the change is made for that amount alone.',
          example: { priceId: 'price_…' },
          refusals: {
            402: 'The card was declined, or the bank wants a confirmation.',
            409: 'The account has this plan already, an unpaid invoice, a plan that ends, is being changed or was agreed by hand; or the amount is not the one that was shown.',
          },
        },
        body: UpgradeSubscription,
        response: { 200: UpgradeAnswer },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request): Promise<UpgradeAnswer> => {
      const all = { ...deps, payments: paymentsOf(deps) }
      const { wanted, subscribed } = await wantedChange(all, identityOf(request), request.body?.priceId)
      if (!subscribed) return { message: 'Add a payment method to change your plan', requiresCheckout: true }
      const message = await changePlan(all, subscribed, wanted, request.body?.shown)
      // The event causes the same refresh, a moment later.
      await refresh(all, subscribed._id)
      return { message }
    },
  )
