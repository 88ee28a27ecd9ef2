import type { StripeDeps } from '../../deps.ts'
import { countProblem } from '../../metrics.ts'
import { readPayments } from '../../stripe/bills/read-payments.ts'
import { noteFailedRefunds } from './follow-payments.ts'

/**
 * Follows the payments of a customer whose account is deleted: a lost dispute is a debt, and a refund that fails is told. A customer of
 * another shop at the same Stripe account is none of ours.
 */
export async function followFormerCustomer(deps: StripeDeps, type: string, customerId: string): Promise<void> {
  if (type !== 'charge.dispute.closed' && type !== 'refund.failed') return
  const { formerCustomers, debts, payments, clock, log } = deps
  const former = await formerCustomers.read(customerId)
  if (!former) return
  const { userId, forgiven } = former
  if (type === 'refund.failed') return noteFailedRefunds(deps, userId)
  const { lost } = await readPayments(payments.stripe, customerId)
  for (const { id, cents, currency } of lost) {
    if (forgiven.includes(id) || !(await debts.add({ _id: id, userId, customerId, cents, currency, at: clock.now() })))
      continue
    countProblem('dispute-lost')
    log.error({ userId, dispute: id, cents, currency }, 'a deleted account has lost a dispute')
  }
}
