import type { StripeDeps } from '../../deps.ts'
import { presentOf } from '../../domain/second-subscriptions.ts'
import type { SeenSubscription } from '../../domain/seen-subscription.ts'
import type { Subscription, Wish } from '../../domain/subscription.ts'
import { correctionOf } from '../../domain/wishes.ts'
import { isRefused } from '../../stripe/client.ts'
import { planItemOf } from '../../stripe/subscriptions/plan-item.ts'
import { scheduleChange } from '../../stripe/subscriptions/schedule-change.ts'

type Deps = Pick<StripeDeps, 'subscriptions' | 'payments' | 'log'>

/**
 * Brings Stripe to what the person wanted last, by one step.
 * @param isLast whether a refusal of Stripe ends the wish
 * @returns whether both are to be read again
 */
export async function correctWish(
  deps: Deps,
  account: Subscription,
  seen: SeenSubscription[],
  isLast: boolean,
): Promise<boolean> {
  const { subscriptions, log } = deps
  const correction = correctionOf(account, seen)
  const { _id: userId, wanted } = account
  if (!correction || !wanted) return false
  if (correction === 'settle') {
    await subscriptions.settleWish(userId, wanted)
    return false
  }
  // A schedule may be of a wish that came after the account was read, and before Stripe was asked.
  if ((await subscriptions.read(userId))?.wanted?.key !== wanted.key) return true
  try {
    await (correction === 'release' ? release(deps, account, seen) : scheduleWish(deps, wanted))
    log.info({ userId, tier: wanted.tier, correction }, 'the plan that was wanted last was restored at Stripe')
  } catch (error) {
    if (!isRefused(error)) throw error
    log.warn({ err: error, userId, correction }, 'Stripe refuses the plan that was wanted last')
    if (isLast) await subscriptions.dropWish(userId, wanted)
  }
  return true
}

async function release({ payments }: Deps, account: Subscription, seen: SeenSubscription[]): Promise<void> {
  const schedule = presentOf(account, seen)?.schedule
  if (schedule) await payments.stripe.subscriptionSchedules.release(schedule.id)
}

async function scheduleWish({ payments }: Deps, wish: Wish): Promise<void> {
  const subscription = await payments.stripe.subscriptions.retrieve(wish.subscriptionId)
  const plan = await planItemOf(payments.catalog, subscription)
  if (plan) await scheduleChange(payments.stripe, subscription, plan.item, wish)
}
