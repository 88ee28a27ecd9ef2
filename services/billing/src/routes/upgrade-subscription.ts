import { UpgradeAnswer, UpgradeSubscription } from '@utter/contracts/http/stripe'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { changePlan } from '../lifecycle/plans/change-plan.ts'
import { wantedPlan } from '../lifecycle/plans/wanted-plan.ts'
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
            'A higher plan holds at once, a lower one from the end of the period. Without a `priceId`: the next plan up.',
          example: { priceId: 'price_…' },
          refusals: {
            402: 'The card was declined, or the bank wants a confirmation.',
            409: 'The account has this plan already, an unpaid invoice, a plan that ends, is being changed or was agreed by hand.',
          },
        },
        body: UpgradeSubscription,
        response: { 200: UpgradeAnswer },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request): Promise<UpgradeAnswer> => {
      const payments = paymentsOf(deps)
      const { userId, tier: lastKnown } = identityOf(request)
      const subscription = await refresh({ ...deps, payments }, userId)
      const tier = subscription?.tier ?? lastKnown
      const wanted = await wantedPlan(payments, tier, request.body?.priceId, deps.salesEmail)
      if (!subscription?.stripeSubscriptionId)
        return { message: 'Add a payment method to change your plan', requiresCheckout: true }
      const { stripeSubscriptionId: id } = subscription
      const message = await changePlan({ ...deps, payments }, { ...subscription, stripeSubscriptionId: id }, wanted)
      // The event causes the same refresh, a moment later.
      await refresh({ ...deps, payments }, userId)
      return { message }
    },
  )
