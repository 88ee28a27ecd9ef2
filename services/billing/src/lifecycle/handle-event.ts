import { setTimeout as pause } from 'node:timers/promises'
import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../deps.ts'
import { hasEndedPeriod, type Subscription } from '../domain/subscription.ts'
import type { StripeEvent } from '../store/stripe-events.ts'
import { readPaid } from '../stripe/bills/read-paid.ts'
import { billOverage } from './bills/bill-overage.ts'
import { followFormerCustomer } from './bills/follow-former-customer.ts'
import { changesPayments, followPayments, noteFailedRefunds } from './bills/follow-payments.ts'
import { tellOfInvoice } from './bills/tell-of-invoice.ts'
import { refresh } from './refresh.ts'

const askEveryMs = 250
/** Time in which the ends of the period's last jobs arrive, which would otherwise be an item of their own on the next invoice. */
const lastEndsMs = 1_000

/**
 * Handles an event as a sign that something has changed at Stripe: the present state is fetched, so handling it twice
 * changes nothing. A period's invoice stays a draft until its event is answered with success, for three days at most,
 * so the overage goes onto it before that.
 * @returns false when the overage of the period before is not known yet
 */
export async function handleEvent(
  deps: StripeDeps,
  { _id, type, customerId, objectId }: StripeEvent,
): Promise<boolean> {
  const { subscriptions, events } = deps
  const known = customerId ? await subscriptions.byCustomer(customerId) : null
  if (known && type === 'refund.failed') await noteFailedRefunds(deps, known._id)
  if (known && changesPayments(type, known)) await followPayments(deps, known._id)
  if (!known && customerId) await followFormerCustomer(deps, type, customerId)
  const subscription = known && (await refresh(deps, known._id))
  if (subscription && type === 'invoice.created' && !(await billSoon(deps, subscription))) return false
  if (subscription?.stripeSubscriptionId && changesPaid.includes(type)) await notePaid(deps, subscription)
  if (subscription && objectId) await tellOfInvoice(deps, subscription, type, objectId)
  failpoint('event-applied')
  await events.handled(_id)
  return true
}

const changesPaid = ['invoice.paid', 'charge.refunded', 'refund.failed']

/** The sum that an account has paid bounds what it is lent. */
async function notePaid(
  { subscriptions, payments, relay, clock }: StripeDeps,
  { _id: userId, stripeCustomerId }: Subscription,
): Promise<void> {
  if (!stripeCustomerId) return
  const cents = await readPaid(payments.stripe, stripeCustomerId, clock.now())
  const written = await subscriptions.savePaid(userId, cents, clock.now())
  if (written) relay.soon(written)
}

/** Jobs is a moment behind: the new period was published just now. */
async function billSoon(deps: StripeDeps, subscription: Subscription): Promise<boolean> {
  if (!hasEndedPeriod(subscription)) return true
  const untilMs = performance.now() + deps.waitForJobsMs
  await pause(Math.min(lastEndsMs, deps.waitForJobsMs))
  while (!(await billOverage(deps, subscription))) {
    if (performance.now() >= untilMs) return false
    await pause(askEveryMs)
  }
  return true
}
