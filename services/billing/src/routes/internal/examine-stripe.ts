import { StripeExamination } from '@utter/contracts/http/internal/billing/examine-stripe'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'
import { examineStripe } from '../../stripe/set-up/doctor.ts'

/** The state of the Stripe account, for the operator: what is right, what is wrong, and what can't be seen. */
export const examineStripeRoute: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/stripe/doctor',
    {
      access: deps.guard.internal('operator'),
      schema: { response: { 200: StripeExamination } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async () => {
      const { stripe, webhookSecrets, isTaxed } = paymentsOf(deps)
      const { plans, publicUrl, events, clock } = deps
      const examined = { stripe, plans, publicUrl, events, webhookSecrets, isTaxed, now: clock.now() }
      return { findings: await examineStripe(examined) }
    },
  )
