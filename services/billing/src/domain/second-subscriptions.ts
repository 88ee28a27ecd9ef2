import type { SeenSubscription } from './seen-subscription.ts'
import type { Second, Subscription } from './subscription.ts'

type Before = Pick<Subscription, 'stripeSubscriptionId'>

/** The live subscription that counts: a paid one before an unpaid one, the known one before others, else the oldest. */
export function presentOf({ stripeSubscriptionId }: Before, seen: SeenSubscription[]): SeenSubscription | undefined {
  // Stripe lists the newest first.
  const live = seen
    .filter(({ status }) => status !== 'ended')
    .reverse()
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const paid = live.filter(({ status }) => status !== 'unpaid')
  const pool = paid.length > 0 ? paid : live
  return pool.find(({ id }) => id === stripeSubscriptionId) ?? pool[0]
}

/**
 * The other live ones, which nobody wants to pay. A subscription whose price names no plan may be a contract, so a person decides about it,
 * and about one beside it.
 */
export function secondsOf(before: Before, seen: SeenSubscription[]): Second[] {
  const present = presentOf(before, seen)
  if (!present || present.tier === 'unknown') return []
  return seen
    .filter(({ id, status, tier }) => id !== present.id && status !== 'ended' && tier !== 'unknown')
    .map(({ id }) => ({ id, since: present.createdAt }))
}
