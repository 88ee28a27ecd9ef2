import { Overcharges } from '@utter/contracts/http/internal/billing/overcharged'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { overcharges } from '../../lifecycle/bills/overcharges.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** Time for all accounts, one after the other, with some requests to Stripe each. */
const answerMs = 600_000

/** Gives back what billed bonus calls cost, for the operator: each call once, however often it is asked. */
export const creditOvercharges: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/billing/overcharged/credit',
    {
      access: deps.guard.internal('operator'),
      schema: { response: { 200: Overcharges } },
      config: { responseTimeoutMs: answerMs },
    },
    () => overcharges({ ...deps, payments: paymentsOf(deps) }, true),
  )
