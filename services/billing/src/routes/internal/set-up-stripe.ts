import { StripeSetUp } from '@utter/contracts/http/internal/billing/set-up-stripe'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'
import { setUpStripe } from '../../stripe/set-up.ts'

/** Products, prices, the configuration of the portal and the webhook endpoint at Stripe, for the operator. A second time it changes nothing. */
export const setUpStripeRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/stripe/setup',
    {
      access: deps.guard.internal('operator'),
      schema: { response: { 200: StripeSetUp } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async () => {
      const { stripe, catalog } = paymentsOf(deps)
      const outcome = await setUpStripe({ stripe, plans: deps.plans, publicUrl: deps.publicUrl })
      await catalog.load()
      return outcome
    },
  )
