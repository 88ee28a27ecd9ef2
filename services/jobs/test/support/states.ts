import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'
import { consumers } from '../../src/app.ts'
import type { LifecycleDeps } from '../../src/deps.ts'
import { type Lifecycle, signedUpAt } from './open-lifecycle.ts'

type Billed = {
  tier: TierName
  status?: SubscriptionStatus
  start?: string
  end?: string
  segment?: string
  maxSpendingLimit?: number
}

/** States of other services, by the handlers that consume them from Kafka. */
export const states = (lifecycle: Lifecycle, given: LifecycleDeps = lifecycle.deps) => {
  const deps = { ...given, erasure: lifecycle.deps.erasure }
  const about = (userId: string, version: number) => ({
    userId,
    version,
    occurredAt: lifecycle.now().toISOString(),
  })
  return {
    billing: (
      userId: string,
      version: number,
      { tier, status = 'active', start, end, segment, maxSpendingLimit }: Billed,
    ) =>
      consumers(deps)['billing-state'].handle(
        {
          tier,
          subscriptionStatus: status,
          signedUpAt: signedUpAt.toISOString(),
          ...(start && end && { periodStart: start, periodEnd: end }),
          ...(segment && { segmentStart: segment }),
          ...(maxSpendingLimit !== undefined && { maxSpendingLimit }),
        },
        about(userId, version),
      ),
    bonus: (userId: string, version: number, bonusCallsEarned: number) =>
      consumers(deps)['referral-state'].handle(
        { referralCode: 'ABCDEFGH', referralCount: 1, bonusCallsEarned },
        about(userId, version),
      ),
  }
}
