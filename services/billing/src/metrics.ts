import { Counter } from 'prom-client'

const kinds = [
  'unknown-price',
  'unknown-customer',
  'second-subscription',
  'refund-refused',
  'refund-failed',
  'dispute-lost',
] as const

const problems = new Counter({
  name: 'billing_subscription_problems_total',
  help: 'Subscriptions that need a person: a price without a plan, a customer of another Stripe, a second one, a refund that was refused or has failed, a dispute that was lost',
  labelNames: ['kind'],
})
// An increase is seen from zero on.
for (const kind of kinds) problems.inc({ kind }, 0)

export const countProblem = (kind: (typeof kinds)[number]): void => problems.inc({ kind })
