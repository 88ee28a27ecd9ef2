import { type PlanOffer, PlanOffers } from '@utter/contracts/http/plan-offers'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { isSoldTier } from '../stripe/catalog/sold-tiers.ts'

/** `GET /api/plans`: the plans as sold, for visitors too, and how each is bought. */
export const listPlans: Route<Deps> = (app, { plans, guard, payments, salesEmail, unverifiedCalls }) =>
  app.get(
    '/api/plans',
    {
      access: guard.anybody,
      schema: {
        operation: { id: 'listPlans', tag: 'Usage and plans', summary: 'The plans as sold' },
        response: { 200: PlanOffers },
      },
    },
    async () =>
      plans.map((plan): PlanOffer => {
        const priceId = isSoldTier(plan.name) ? payments?.catalog.priceOf(plan.name) : undefined
        return {
          ...plan,
          ...(priceId && { priceId, tax: payments?.isTaxed ? 'added' : 'none' }),
          ...(plan.name === 'free' && unverifiedCalls !== undefined && { unverifiedCalls }),
          ...(plan.name === 'enterprise' && salesEmail && { contact: salesEmail }),
        }
      }),
  )
