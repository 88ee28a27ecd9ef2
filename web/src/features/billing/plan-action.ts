import type { UserView } from '@utter/contracts/http/account/user-view'
import { monthOf } from '@utter/contracts/period'
import { type TierName, titleOf } from '@utter/contracts/tiers'
import { t } from '../../lib/language/words.ts'
import { isHigher } from '../plans/labels.ts'

export type PlanAction = 'current' | 'agreed' | 'sign-up' | 'log-in' | 'checkout' | 'upgrade' | 'portal' | 'sales'

/** Sold by card. The enterprise plan is agreed, and set by the operator. */
export const isSold = (tier: TierName): boolean => tier !== 'free' && tier !== 'enterprise'

/**
 * Whether there is a subscription to change. An unpaid one counts, though its account has the free plan's calls; a plan that the operator
 * has set has none.
 */
const hasSubscription = ({ subscriptionTier, subscriptionStatus, planSetBy }: UserView): boolean =>
  (isSold(subscriptionTier) && !planSetBy) || subscriptionStatus === 'unpaid'

/** The action of a plan's button. @param user undefined for a visitor */
export function planAction(tier: TierName, user: UserView | undefined): PlanAction {
  if (tier === user?.subscriptionTier) return 'current'
  if (tier === 'enterprise' || user?.subscriptionTier === 'enterprise') return 'sales'
  if (!user) return tier === 'free' ? 'sign-up' : 'log-in'
  if (!isHigher(tier, user.subscriptionTier)) return user.planSetBy ? 'agreed' : 'portal'
  return hasSubscription(user) ? 'upgrade' : 'checkout'
}

export function actionLabel(action: PlanAction, tier: TierName): string {
  if (action === 'current') return t('Current plan')
  if (action === 'sign-up') return t('Sign up')
  if (action === 'agreed') return t('Ask the operator')
  if (action === 'sales') return t('Contact sales')
  const plan = titleOf(tier)
  if (action === 'log-in') return t('Choose {plan}', { plan })
  return action === 'portal' ? t('Switch to {plan}', { plan }) : t('Upgrade to {plan}', { plan })
}

/**
 * Whether there is anything to manage in the billing portal: a subscription, or the invoices of one that has ended. After it the free
 * months count from its end; those of an account that never paid count from the sign-up.
 */
export function mayManageBilling(user: UserView): boolean {
  if (hasSubscription(user)) return true
  if (user.subscriptionTier !== 'free') return false
  const start = new Date(user.billingPeriodStart)
  return monthOf(new Date(user.createdAt), start).start.getTime() !== start.getTime()
}
