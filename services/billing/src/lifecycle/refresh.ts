import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../deps.ts'
import { nextState } from '../domain/next-state.ts'
import { isUnclear } from '../domain/seen-subscription.ts'
import type { Subscription } from '../domain/subscription.ts'
import { countProblem } from '../metrics.ts'
import { isBillOwed } from '../stripe/bills/interim-invoice.ts'
import { readSubscriptions } from '../stripe/subscriptions/read-subscriptions.ts'
import { correctWish } from './plans/correct-wish.ts'
import { endSecondSubscriptions } from './plans/end-second-subscriptions.ts'

/** Ends of jobs that were in flight at a segment's end are entered in the ledger by then. */
const settleMs = 3_000
/** A correction that Stripe refuses holds up nothing else. */
const maxCorrections = 3

export type RefreshDeps = Pick<
  StripeDeps,
  'subscriptions' | 'payments' | 'relay' | 'plans' | 'pastDueDays' | 'clock' | 'log'
>

/**
 * The account's present state at Stripe, applied to the version that was read before it was fetched: so the order in which events come, and
 * how often, makes no difference. @returns null where there is no account
 */
export async function refresh(deps: RefreshDeps, userId: string): Promise<Subscription | null> {
  const { subscriptions, payments, relay, plans, pastDueDays, clock, log } = deps
  let corrections = 0
  for (;;) {
    const before = await subscriptions.read(userId)
    if (!before?.stripeCustomerId) return before
    if (before.unpaidBill && !(await isBillOwed(payments.stripe, before.unpaidBill))) {
      await subscriptions.billSettled(userId, before.unpaidBill)
      continue
    }
    const seen = await readSubscriptions(payments, before)
    failpoint('object-fetched')
    if (!seen) {
      countProblem('unknown-customer')
      log.error({ userId, customer: before.stripeCustomerId }, 'Stripe does not know a customer; the plan is kept')
      return before
    }
    for (const { id } of seen.filter(isUnclear)) {
      countProblem('unknown-price')
      log.error({ userId, subscription: id }, 'a price names no plan, so the present one is kept: set its utter_tier')
    }
    if (corrections < maxCorrections && (await correctWish(deps, before, seen, corrections === maxCorrections - 1))) {
      corrections += 1
      continue
    }
    const now = clock.now()
    const state = nextState(before, seen, plans, now, pastDueDays)
    if (!state) {
      await endSecondSubscriptions(deps, before, seen)
      return before
    }
    const isNewSegment = state.terms?.at(-1)?.segment.getTime() !== before.terms?.at(-1)?.segment.getTime()
    const billDueAt = isNewSegment && before.terms ? new Date(now.getTime() + settleMs) : undefined
    const written = await subscriptions.apply(before, state, now, billDueAt)
    // Null: another event was quicker, and may have fetched what is newer.
    if (!written) continue
    failpoint('state-written')
    relay.soon(written)
    await endSecondSubscriptions(deps, written, seen)
    return written
  }
}
