import { createHash } from 'node:crypto'
import type { GiveCredit, RefundInvoice } from '@utter/contracts/http/internal/billing/adjustments'
import { conflict, notFound } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../../deps.ts'
import { dollars } from '../../domain/currency.ts'
import type { Adjustment } from '../../store/adjustments.ts'
import { makeGivenCredit } from '../../stripe/bills/make-credit.ts'
import { findPaidInvoice, makeRefund } from '../../stripe/bills/refund-payment.ts'
import { isRefused, unlessMissing } from '../../stripe/client.ts'
import { type RefreshDeps, refresh } from '../refresh.ts'

export type AdjustDeps = RefreshDeps & Pick<StripeDeps, 'adjustments'>
export type Given = { adjustment: Adjustment; isNew: boolean }

/** The same thing for the same reason has one key: a command whose answer was lost is run again, and gives nothing twice. */
const keyOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/**
 * Refunds an invoice, wholly or in part, once for its invoice, amount and reason.
 * @throws Problem 404 where no such invoice was paid, 409 where less than the amount is left, or Stripe refuses
 */
export async function refundByOperator(
  deps: AdjustDeps,
  userId: string,
  { invoice: wanted, cents: asked, currency: meant = dollars, cancels, reason, by }: RefundInvoice,
): Promise<Given> {
  const { adjustments, subscriptions, payments, clock } = deps
  const { customerId, subscriptionId } = await payerOf(deps, userId)
  const paid = await findPaidInvoice(payments.stripe, customerId, wanted)
  if (!paid) throw notFound(wanted ? 'No invoice of this number was paid' : 'No invoice was paid', 'no_paid_invoice')
  const { number: invoice, paymentIntent, currency, left } = paid
  const key = keyOf('refund', userId, invoice, asked ?? 'all', reason)
  const before = await adjustments.read(key)
  if (!before && left === 0) throw conflict('already_refunded', `Invoice ${invoice} is refunded already`)
  if (!before && asked && meant !== currency)
    throw conflict('other_currency', `Invoice ${invoice} is in ${currency.toUpperCase()}`, 'currency')
  if (!before && (asked ?? 0) > left)
    throw conflict(
      'too_much',
      `Of invoice ${invoice} only ${left} are left, in the smallest unit of ${currency.toUpperCase()}`,
      'cents',
    )
  const adjustment = before ?? {
    ...{ _id: key, kind: 'refund' as const, userId, customerId, cents: asked ?? left, currency },
    ...{ reason, by, at: clock.now(), invoice, paymentIntent },
    ...(cancels && subscriptionId && { subscriptionId }),
  }
  const given = await give(deps, adjustment, before !== null, (one) => makeRefund(payments.stripe, one))
  // Also where the refund was made before without it.
  const ends = given.adjustment.subscriptionId ?? (cancels ? subscriptionId : undefined)
  if (!ends) return given
  if ((await subscriptions.read(userId))?.stripeSubscriptionId === ends) {
    await payments.stripe.subscriptions.cancel(ends).catch(unlessMissing)
    await refresh(deps, userId)
  }
  return { ...given, adjustment: { ...given.adjustment, subscriptionId: ends } }
}

/** Gives a credit, once for its amount and reason. @throws Problem 409 for an account without a customer, or where Stripe refuses */
export async function creditByOperator(
  deps: AdjustDeps,
  userId: string,
  { cents, currency = dollars, reason, by }: GiveCredit,
): Promise<Given> {
  const { adjustments, payments, clock } = deps
  const { customerId } = await payerOf(deps, userId)
  const key = keyOf('credit', userId, cents, reason, ...(currency === dollars ? [] : [currency]))
  const before = await adjustments.read(key)
  const intent = { _id: key, kind: 'credit' as const, userId, customerId, cents, currency, reason, by }
  const adjustment = before ?? { ...intent, at: clock.now() }
  return give(deps, adjustment, before !== null, (one) => makeGivenCredit(payments.stripe, one))
}

async function payerOf({ subscriptions }: AdjustDeps, userId: string) {
  const { stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } =
    (await subscriptions.read(userId)) ?? {}
  if (!customerId) throw conflict('no_customer', 'This account has never bought anything')
  return { customerId, subscriptionId }
}

async function give(
  { adjustments, log }: AdjustDeps,
  wanted: Adjustment,
  isKnown: boolean,
  make: (adjustment: Adjustment) => Promise<string>,
): Promise<Given> {
  const adjustment = isKnown ? wanted : await adjustments.intend(wanted)
  if (adjustment.failedAt)
    throw conflict('refund_failed', "The customer's bank did not take this refund: give another one, or another reason")
  if (adjustment.stripeId) return { adjustment, isNew: false }
  failpoint('adjustment-intended')
  const stripeId = await make(adjustment).catch(async (error) => {
    if (!isRefused(error)) throw error
    await adjustments.drop(adjustment._id)
    throw conflict('refused', `Stripe refuses it: ${error.message}`)
  })
  failpoint('adjustment-made')
  await adjustments.made(adjustment._id, stripeId)
  const { _id: _key, customerId: _customer, ...told } = adjustment
  log.info({ ...told, stripeId }, 'the operator has given money back')
  return { adjustment: { ...adjustment, stripeId }, isNew: true }
}
