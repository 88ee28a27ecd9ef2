import { CreateCheckoutSession, PageUrl } from '@utter/contracts/http/stripe'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { tierForSale } from '../lifecycle/plans/for-sale.ts'
import { openCheckout } from '../lifecycle/plans/open-checkout.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'

/** `POST /api/stripe/create-checkout-session`: for a session alone, and an account that pays nothing yet. */
export const createCheckoutSession: Route<Deps> = (app, deps) =>
  app.post(
    '/api/stripe/create-checkout-session',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'createCheckoutSession',
          tag: 'Payments',
          summary: 'A page where a plan is bought',
          example: { priceId: 'price_…' },
          refusals: { 409: 'The account has a subscription already.' },
        },
        body: CreateCheckoutSession,
        response: { 200: PageUrl },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request) => {
      const payments = paymentsOf(deps)
      const identity = identityOf(request)
      const { priceId } = request.body
      await tierForSale(payments, priceId)
      return { url: await openCheckout(deps, payments, identity, priceId) }
    },
  )
