import type { Difference } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { CallRefused } from '@utter/http/call'
import Stripe from 'stripe'
import type { StripeDeps } from '../../deps.ts'
import { bonusDifferences } from '../../domain/bonus-calls.ts'
import {
  type Found,
  itemDifferences,
  ledgerDifferences,
  rowDifferences,
  subscriptionDifferences,
} from '../../domain/differences.ts'
import { pastPlanOf } from '../../domain/interim-bills.ts'
import { invoicedDifferences } from '../../domain/invoiced-items.ts'
import { overageOf } from '../../domain/overage-due.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { presentView, type StripeView } from '../../stripe/stretch.ts'
import { refresh } from '../refresh.ts'
import { readBooks } from './read-books.ts'

/**
 * An account as it is now, compared by itself. Its subscription is refreshed where a change was missed. Never throws: an account that
 * can't be compared is a difference.
 */
export async function compareAccount(deps: StripeDeps, userId: string): Promise<Difference[]> {
  try {
    const account = await deps.subscriptions.read(userId)
    if (!account?.stripeCustomerId) return []
    const found = await reconcile(deps, account)
    if (!found.some(isSubscription)) return found
    await refresh(deps, userId)
    return found.map((one) => (isSubscription(one) ? { ...one, sentence: `${one.sentence}; it was refreshed` } : one))
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'an account could not be compared')
    return [{ userId, kind: 'not-compared', sentence: `The account was not compared: ${reasonOf(error)}` }]
  }
}

/**
 * Differences between an account's ledger and Stripe.
 * @param view what Stripe has of the account; it is asked if not given
 */
export async function reconcile(
  deps: StripeDeps,
  account: Subscription,
  view: StripeView = presentView(deps.payments),
): Promise<Difference[]> {
  const { plans, pastDueDays, clock } = deps
  const { _id: userId, stripeCustomerId: customer } = account
  if (!customer) return []
  const books = await readBooks(deps, account)
  const { terms, rows, held, splits } = books
  const own = books.intended.map(({ _id, segment, quantity, price, currency, at, unsent }) => ({
    key: _id,
    ...{ segment, quantity, price, currency, at },
    isSent: !unsent,
  }))
  const theirs = await view.items(customer)
  const found: Found[] = [
    ...subscriptionDifferences(account, await view.subscriptions(account), plans, clock.now(), pastDueDays),
    ...itemDifferences(own, theirs),
    ...invoicedDifferences(own, theirs, account, clock.now()),
    ...ledgerDifferences(overageOf(terms, rows, held, splits), books.items),
    ...ledgerDifferences(pastPlanOf(terms, rows), books.items),
    ...rowDifferences(account, rows),
    ...bonusDifferences(books),
  ]
  return found.map((difference) => ({ userId, ...difference }))
}

const isSubscription = ({ kind }: Difference) => kind === 'subscription'

/** By codes: a message may name a key. */
function reasonOf(error: unknown): string {
  if (error instanceof CallRefused) return `jobs answers with ${error.status}`
  if (error instanceof Stripe.errors.StripeError)
    return `Stripe answers with ${error.code ?? error.type}${error.requestId ? ` (${error.requestId})` : ''}`
  return error instanceof Error ? error.name : 'an unknown error'
}
