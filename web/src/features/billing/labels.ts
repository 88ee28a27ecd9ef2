import type { UserView } from '@utter/contracts/http/account/user-view'
import { titleOf } from '@utter/contracts/tiers'
import { dateOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'

type Subscription = Pick<UserView, 'cancelAt' | 'nextTier' | 'billingPeriodEnd'>

/** 'Ends on Dec 1, 2026', 'Starter from Dec 1, 2026'; undefined for a plan that goes on. */
export function comesNext({ cancelAt, nextTier, billingPeriodEnd }: Subscription): string | undefined {
  if (cancelAt) return t('Ends on {day}', { day: dateOf(cancelAt) })
  return nextTier && t('{plan} from {day}', { plan: titleOf(nextTier), day: dateOf(billingPeriodEnd) })
}

/** The trouble with the payments: its effect, and what to do; undefined where all is paid. */
export function trouble({ subscriptionStatus }: Pick<UserView, 'subscriptionStatus'>): string | undefined {
  if (subscriptionStatus === 'past_due') return t('Your plan stays, without overage, while the payment is tried again.')
  if (subscriptionStatus === 'unpaid')
    return t('Your payments failed, so you have the calls of the free plan. Pay the open invoice to go on.')
  return undefined
}
