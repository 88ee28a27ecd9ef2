import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../../deps.ts'
import { secondsOf } from '../../domain/second-subscriptions.ts'
import type { SeenSubscription } from '../../domain/seen-subscription.ts'
import type { Second, Subscription } from '../../domain/subscription.ts'
import { countProblem } from '../../metrics.ts'
import { isRefused, unlessMissing } from '../../stripe/client.ts'
import { refundSubscription } from '../../stripe/subscriptions/refund-subscription.ts'

type Deps = Pick<StripeDeps, 'subscriptions' | 'payments' | 'clock' | 'log'>

/** Longer than Stripe takes for the calls. */
const againMs = 60_000

/**
 * An account has one subscription, however a second one came: two tabs, or the Dashboard. The second is cancelled at once and its payment
 * refunded. The intent is stored first, so that one that was cancelled and not refunded yet is found again.
 */
export async function endSecondSubscriptions(
  deps: Deps,
  account: Subscription,
  seen: SeenSubscription[],
): Promise<void> {
  const { subscriptions, clock, log } = deps
  const known = account.second ?? []
  const found = secondsOf(account, seen).filter(({ id }) => known.every((one) => one.id !== id))
  for (const second of found) {
    if (!(await subscriptions.addSecond(account._id, second, new Date(clock.now().getTime() + againMs)))) continue
    countProblem('second-subscription')
    log.error({ userId: account._id, subscription: second.id }, 'a second subscription is cancelled and refunded')
    failpoint('second-intended')
  }
  for (const second of [...known, ...found]) await end(deps, account._id, second)
}

async function end({ subscriptions, payments, log }: Deps, userId: string, second: Second): Promise<void> {
  const { stripe } = payments
  // A cancelled subscription is missing to Stripe.
  await stripe.subscriptions.cancel(second.id).catch(unlessMissing)
  failpoint('second-cancelled')
  try {
    await refundSubscription(stripe, second.id, second.since)
  } catch (error) {
    if (!isRefused(error)) throw error
    countProblem('refund-refused')
    log.error({ err: error, userId, subscription: second.id }, 'a second subscription could not be refunded')
    return
  }
  await subscriptions.removeSecond(userId, second)
}
