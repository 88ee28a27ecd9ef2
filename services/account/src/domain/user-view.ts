import type { Suspension } from '@utter/contracts/http/account/suspension'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import { monthOf } from '@utter/contracts/period'
import { type Plan, planOf } from '@utter/contracts/plans'
import { anchorOf, type User } from './user.ts'

/** An account as its owner sees it. @param usage from jobs; undefined before the first submission and while jobs is unavailable */
export function userView(user: User, plans: Plan[], usage: Usage | undefined, now: Date): UserView {
  const month = monthOf(anchorOf(user), now)
  const { apiCallsLimit, charactersPerCall } = planOf(plans, user.subscriptionTier)
  return {
    id: user._id,
    username: user.username,
    email: user.email,
    ...(user.language && { language: user.language }),
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    subscriptionTier: user.subscriptionTier,
    subscriptionStatus: user.subscriptionStatus,
    ...(user.planSetBy && { planSetBy: user.planSetBy }),
    ...(user.cancelAt && { cancelAt: user.cancelAt.toISOString() }),
    ...(user.nextTier && { nextTier: user.nextTier }),
    apiCallsUsed: usage?.apiCallsUsed ?? 0,
    apiCallsLimit,
    charactersPerCall,
    overageCallsUsed: usage?.overageCallsUsed ?? 0,
    overageCost: usage?.overageCost ?? '0.00',
    billingPeriodStart: usage?.periodStart ?? month.start.toISOString(),
    billingPeriodEnd: usage?.periodEnd ?? month.end.toISOString(),
    webhookUrl: user.webhookUrl ?? null,
    referralCode: user.referralCode ?? null,
    bonusCallsEarned: user.bonusCallsEarned,
    referralCount: user.referralCount,
    ...(user.suspension && { suspension: suspensionView(user.suspension) }),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}

export const suspensionView = ({ since, reason }: NonNullable<User['suspension']>): Suspension => ({
  since: since.toISOString(),
  reason,
})
