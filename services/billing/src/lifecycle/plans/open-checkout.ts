import { randomUUID } from 'node:crypto'
import type { Identity } from '@utter/http/identity'
import { conflict, serviceUnavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../../deps.ts'
import type { Checkout, Subscription } from '../../domain/subscription.ts'
import { isAnswerForever, isMissing } from '../../stripe/client.ts'
import type { Payments } from '../../stripe/payments.ts'
import {
  closeSessions,
  createSession,
  findOpenSession,
  openSessions,
} from '../../stripe/subscriptions/checkout-session.ts'
import { customerOf } from '../customer-of.ts'
import { type RefreshDeps, refresh } from '../refresh.ts'

/** A checkout is open for a day; a little longer, since its payment may be on the way. */
const watchMs = 25 * 3_600_000
/** Time for which the same page is given again. */
const sameForMs = 12 * 3_600_000
/** Requests of one account that are quicker than this one. */
const maxTurns = 20

type CheckoutDeps = Pick<Deps, 'erasure' | 'publicUrl'> & Omit<RefreshDeps, 'payments'>

/**
 * A checkout for an account without a subscription. An account has one at a time, whose intent is in its document: whoever asks for the same
 * price at the same time gets the same page, and another price closes the page before.
 * @returns its page
 * @throws Problem 409 for an account that has a subscription
 */
export async function openCheckout(
  deps: CheckoutDeps,
  payments: Payments,
  identity: Identity,
  price: string,
): Promise<string> {
  let instead: string | undefined
  for (let turn = 0; turn < maxTurns; turn++) {
    const before = await withoutSubscription(deps, payments, identity)
    const customer = await customerOf(deps, payments, identity, instead)
    failpoint('customer-saved')
    try {
      const page = await openPage(deps, payments, identity, { before, customer, price })
      if (page) return page
    } catch (error) {
      // Deleted at Stripe, or of another Stripe than the one whose key is set now.
      if (instead || !isMissing(error) || (error as { param?: string }).param !== 'customer') throw error
      instead = customer
    }
  }
  throw serviceUnavailable()
}

/** Afresh: a checkout that was paid a moment ago may not have been seen. */
async function withoutSubscription(deps: CheckoutDeps, payments: Payments, { userId }: Identity) {
  const account = await refresh({ ...deps, payments }, userId)
  if (account?.stripeSubscriptionId) throw conflict('already_subscribed', 'You already have a subscription', 'priceId')
  if (account?.lostDisputes?.some(({ forgivenAt }) => !forgivenAt))
    throw conflict('payment_disputed', 'A payment of this account was disputed: contact us before you buy again')
  return account
}

type Wanted = { before: Subscription | null; customer: string; price: string }

/** @returns undefined when another request was quicker */
async function openPage(
  deps: CheckoutDeps,
  payments: Payments,
  identity: Identity,
  { before, customer, price }: Wanted,
): Promise<string | undefined> {
  const { subscriptions, publicUrl, clock } = deps
  const { userId } = identity
  const { isTaxed = false } = payments
  const earlier = before?.checkout?.customer === customer ? before.checkout : undefined
  if (earlier && isSame(earlier, before, { price, isTaxed }, clock.now())) {
    const session = await findOpenSession(payments.stripe, userId, earlier, publicUrl)
    if (session?.url) {
      await subscriptions.checkoutOpened(userId, earlier, session.id)
      return session.url
    }
  }
  if (before?.stripeCustomerId === customer) {
    const ids = await openSessions(payments.stripe, userId, customer, earlier, publicUrl)
    // Listed before this is read: no session is of a newer intent, which is stored before its session is made.
    if ((await subscriptions.read(userId))?.checkout?.key !== before.checkout?.key) return undefined
    await closeSessions(payments.stripe, ids)
  }
  // A page that could not be closed was paid.
  const account = await withoutSubscription(deps, payments, identity)
  const now = clock.now()
  const checkout: Checkout = { key: randomUUID(), price, customer, at: now, ...(isTaxed && { isTaxed }) }
  const until = new Date(now.getTime() + watchMs)
  if (!account || !(await subscriptions.beginCheckout(account, before?.checkout, checkout, until))) return undefined
  failpoint('checkout-intended')
  const session = await createSession(payments.stripe, userId, checkout, publicUrl).catch(async (error) => {
    // Its key would give the same answer again.
    if (isAnswerForever(error)) await subscriptions.dropCheckout(userId, checkout)
    throw error
  })
  await subscriptions.checkoutOpened(userId, checkout, session.id)
  if (!session.url) throw new Error('the checkout has no page')
  return session.url
}

/** An older version of this service writes `checkoutId` alone. */
const isSame = (
  checkout: Checkout,
  account: Subscription | null,
  { price, isTaxed }: Pick<Checkout, 'price' | 'isTaxed'>,
  now: Date,
): boolean =>
  checkout.price === price &&
  (checkout.isTaxed ?? false) === isTaxed &&
  account?.checkoutId === checkout.id &&
  now.getTime() - checkout.at.getTime() < sameForMs
