import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { Payments } from '../stripe/payments.ts'

const notConfigured = () => new Problem(503, 'payments_not_configured', 'Payments are not configured')

/** @throws Problem 503 where no key of Stripe's is set */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): Payments {
  if (!payments) throw notConfigured()
  return payments
}

/** The secrets that Stripe may sign its events with. @throws Problem 503 where none is set */
export function webhookSecretsOf({ webhookSecrets = [] }: Payments): readonly string[] {
  if (webhookSecrets.length === 0) throw notConfigured()
  return webhookSecrets
}
