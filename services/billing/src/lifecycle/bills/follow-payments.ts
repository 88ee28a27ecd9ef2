import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../../deps.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { countProblem } from '../../metrics.ts'
import { readPayments } from '../../stripe/bills/read-payments.ts'
import { unlessMissing } from '../../stripe/client.ts'

/** Refunds and credits of an account that are looked at, newest first. */
const maxFollowed = 50

type Deps = Pick<StripeDeps, 'subscriptions' | 'payments' | 'relay' | 'clock' | 'log'>

/** The events after which payments may have been given back, or are ours again. */
const types: string[] = ['charge.refunded', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed']

/** Whether an event may change what is known of an account's payments: one that was paid back may pay anew. */
export const changesPayments = (type: string, { isPaidBack }: Subscription): boolean =>
  types.includes(type) || (type === 'invoice.paid' && isPaidBack === true)

/**
 * Payments that were given back, as they are at Stripe now. A lost dispute ends the plan at once, without a refund: it is stored first with
 * the subscription that it ends, so that a death is made good and a plan that is bought later stays. Whether anything that was paid is still
 * there is published, since a friend whose payments are all given back has not paid.
 */
export async function followPayments(deps: Deps, userId: string): Promise<void> {
  const { subscriptions, payments, relay, clock, log } = deps
  for (;;) {
    const before = await subscriptions.read(userId)
    if (!before?.stripeCustomerId) return
    const { lost, open, isKept, isGivenBack } = await readPayments(payments.stripe, before.stripeCustomerId)
    failpoint('payments-read')
    for (const dispute of open) log.warn({ userId, ...dispute }, 'a payment is disputed: answer it at Stripe')
    for (const dispute of lost) {
      const { stripeSubscriptionId: subscriptionId } = before
      const stored = { ...dispute, at: clock.now(), ...(subscriptionId && { subscriptionId }) }
      if (before.lostDisputes?.some(({ id }) => id === dispute.id)) continue
      if (!(await subscriptions.addLostDispute(userId, stored))) continue
      countProblem('dispute-lost')
      log.error({ userId, ...dispute }, 'a dispute is lost: the plan ends, and the account buys nothing')
      failpoint('dispute-stored')
    }
    await endPlans(deps, userId)
    const isPaidBack = isGivenBack && !isKept
    if (isPaidBack === (before.isPaidBack ?? false)) return
    const written = await subscriptions.setPaidBack(before, isPaidBack, clock.now())
    // Null: another event was quicker, and may have read what is newer.
    if (!written) continue
    relay.soon(written)
    return
  }
}

/** A refund that the customer's bank did not take: Stripe has the money again, and a person must find another way. */
export async function noteFailedRefunds(
  { adjustments, payments, clock, log }: Pick<StripeDeps, 'adjustments' | 'payments' | 'clock' | 'log'>,
  userId: string,
): Promise<void> {
  countProblem('refund-failed')
  log.error({ userId }, 'a refund has failed: the money is back at Stripe')
  for (const { _id, kind, stripeId, failedAt, invoice } of await adjustments.latest(userId, maxFollowed)) {
    if (kind !== 'refund' || !stripeId || failedAt) continue
    const { status } = await payments.stripe.refunds.retrieve(stripeId)
    if (status !== 'failed' && status !== 'canceled') continue
    await adjustments.failed(_id, clock.now())
    log.error({ userId, invoice, stripeId }, "the operator's refund has failed")
  }
}

async function endPlans({ subscriptions, payments }: Deps, userId: string): Promise<void> {
  for (const dispute of (await subscriptions.read(userId))?.lostDisputes ?? []) {
    if (!dispute.subscriptionId) continue
    // A cancelled subscription is missing to Stripe.
    await payments.stripe.subscriptions.cancel(dispute.subscriptionId).catch(unlessMissing)
    failpoint('disputed-plan-cancelled')
    await subscriptions.disputeApplied(userId, dispute)
  }
}
