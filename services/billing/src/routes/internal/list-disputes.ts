import { Disputes } from '@utter/contracts/http/internal/billing/disputes'
import type { Route } from '@utter/http/route'
import type Stripe from 'stripe'
import type { Deps } from '../../deps.ts'
import { paymentsOf } from '../../requests/payments-of.ts'
import { stripeAnswerMs } from '../../stripe/answer-ms.ts'
import { idOf } from '../../stripe/client.ts'

const maxListed = 100

/** Stripe's latest disputes with their accounts, for the operator. */
export const listDisputes: Route<Deps> = (app, deps) => {
  const { subscriptions, guard } = deps
  async function viewOf({ id, charge, amount: cents, currency, status, evidence_details, created }: Stripe.Dispute) {
    const customer = idOf(typeof charge === 'string' ? null : charge.customer) ?? null
    const account = customer ? await subscriptions.byCustomer(customer) : null
    const dueBy = evidence_details.due_by
    return {
      ...{ dispute: id, customer, userId: account?._id ?? null, cents, currency, status: String(status) },
      ...{ dueBy: dueBy === null ? null : instantOf(dueBy), at: instantOf(created) },
    }
  }
  return app.get(
    '/internal/billing/disputes',
    {
      access: guard.internal('operator'),
      schema: { response: { 200: Disputes } },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async () => {
      const { data } = await paymentsOf(deps).stripe.disputes.list({ limit: maxListed, expand: ['data.charge'] })
      return { disputes: await Promise.all(data.map(viewOf)) }
    },
  )
}

const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()
