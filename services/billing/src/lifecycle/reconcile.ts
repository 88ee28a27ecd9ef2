import { maxSegments } from '@utter/contracts/calls'
import type { Difference } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { planOf } from '@utter/contracts/plans'
import { CallRefused } from '@utter/http/call'
import Stripe from 'stripe'
import type { StripeDeps } from '../deps.ts'
import { bonusDifferences, spentBefore } from '../domain/bonus-calls.ts'
import {
  type Found,
  itemDifferences,
  ledgerDifferences,
  mayBePastPlan,
  rowDifferences,
  subscriptionDifferences,
} from '../domain/differences.ts'
import { invoicedDifferences } from '../domain/invoiced-items.ts'

import { overageOf } from '../domain/overage-due.ts'
import type { Subscription } from '../domain/subscription.ts'
import { presentView, type StripeView } from '../stripe/stretch.ts'
import { refresh } from './refresh.ts'

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
  const { ledger, items, jobs, plans, clock } = deps
  const { _id: userId, terms = [], splits = [], stripeCustomerId: customer } = account
  if (!customer) return []
  const [first] = terms
  const own = (await items.of(userId)).map(({ _id, segment, quantity, price, at, unsent }) => ({
    key: _id,
    ...{ segment, quantity, price, at },
    isSent: !unsent,
  }))
  const present = first ? await ledger.bySegment(userId, first.period) : []
  // Without calls past a plan, and without an item, there is no overage, whatever bonus calls jobs has.
  const isAsked = own.length > 0 || mayBePastPlan(terms, present)
  const held = isAsked ? (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) })) : []
  // Rows before the first terms, of the free plan, are needed as long as none of the terms has made room.
  const isAnchored = terms.length === maxSegments || spentBefore({ terms, splits, held }) !== undefined
  const rows = isAnchored || !isAsked ? present : await ledger.bySegment(userId, new Date(0))
  const freeCalls = planOf(plans, 'free').apiCallsLimit
  const theirs = await view.items(customer)
  const found: Found[] = [
    ...subscriptionDifferences(account, await view.subscriptions(account), plans, clock.now()),
    ...itemDifferences(own, theirs),
    ...invoicedDifferences(own, theirs, account, clock.now()),
    ...ledgerDifferences(overageOf(terms, rows, held, splits), own),
    ...rowDifferences(account, rows),
    ...bonusDifferences({ terms, rows, splits, held, items: own, freeCalls }),
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
