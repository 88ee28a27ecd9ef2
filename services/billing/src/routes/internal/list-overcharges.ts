import { Overcharges } from '@utter/contracts/http/internal/billing/overcharged'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { overcharges } from '../../lifecycle/bills/overcharges.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** Time for all accounts, one after the other, with some requests to Stripe each. */
const answerMs = 600_000

/** Accounts of which bonus calls were billed, for the operator. */
export const listOvercharges: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/billing/overcharged',
    {
      access: deps.guard.internal('operator'),
      schema: { response: { 200: Overcharges } },
      config: { responseTimeoutMs: answerMs },
    },
    () => overcharges({ ...deps, payments: paymentsOf(deps) }, false),
  )
