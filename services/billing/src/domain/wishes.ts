import { type TierName, tierNames } from '@utter/contracts/plans'
import { presentOf } from './second-subscriptions.ts'
import type { SeenSubscription } from './seen-subscription.ts'
import type { Subscription, Wish } from './subscription.ts'

/** Whether the request of a wish may still be at Stripe. */
export const isUnderWay = ({ until }: Wish, now: Date): boolean => until !== undefined && until > now

const isLower = (one: TierName, other: TierName): boolean => tierNames.indexOf(one) < tierNames.indexOf(other)

/**
 * The step that brings Stripe to what the person wanted last: `release` a schedule that contradicts it, `schedule` a lower plan whose
 * request died, or `settle` a wish that holds. A higher plan is never paid here: money is taken while the person is there alone.
 */
export function correctionOf(
  account: Pick<Subscription, 'wanted' | 'stripeSubscriptionId'>,
  seen: SeenSubscription[],
): 'release' | 'schedule' | 'settle' | undefined {
  const { wanted } = account
  const present = presentOf(account, seen)
  if (!wanted || !present || present.tier === 'unknown' || wanted.subscriptionId !== present.id) return undefined
  const isContradicted = contradicts(wanted, present)
  if (present.tier === wanted.tier) return isContradicted ? 'release' : settle(wanted)
  // A higher plan that is not paid yet leaves everything as it is.
  if (!isLower(wanted.tier, present.tier) || present.status !== 'active' || present.cancelAt) return undefined
  if (wanted.isSettled) return isContradicted ? 'schedule' : undefined
  // A schedule without a plan that follows is one that was made for this wish, and not filled.
  const isNewer = present.nextTier !== undefined && !isContradicted && present.schedule?.wish !== wanted.key
  return present.nextTier === wanted.tier || isNewer ? 'settle' : 'schedule'
}

const settle = ({ isSettled }: Wish) => (isSettled ? undefined : 'settle')

/** A schedule of an earlier wish; one without a wish only while it is still the one that this wish has found. */
function contradicts({ key, instead, isSettled }: Wish, { schedule, nextTier }: SeenSubscription): boolean {
  if (!schedule) return false
  if (schedule.wish) return schedule.wish !== key
  return !isSettled && instead?.schedule === schedule.id && instead.tier === nextTier
}
