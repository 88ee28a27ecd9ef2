import { BillingState } from '@utter/contracts/events/billing-state'
import type { TierName } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'

/** The account's plan, which sets its rate limit, and what becomes of it. */
export const billingState = ({ users, credentials, relay, clock }: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus, cancelAt, nextTier, setBy }, { userId, version }) => {
    const known = await users.read(userId)
    const entry = known && known.subscriptionTier !== tier ? planSet(known, tier, setBy, clock.now()) : undefined
    const user = await users.applyState(
      userId,
      'billingVersion',
      version,
      {
        subscriptionTier: tier,
        subscriptionStatus,
        planSetBy: setBy,
        cancelAt: cancelAt ? new Date(cancelAt) : undefined,
        nextTier,
      },
      clock.now(),
      entry,
    )
    if (!user) return
    if (entry) relay.soon(user)
    // Cached again, so that the plan's rate limit applies from the next request on.
    await credentials.refresh(user)
  })

const planSet = ({ _id, subscriptionTier: from }: User, to: TierName, setBy: 'operator' | undefined, at: Date) =>
  auditEntry(
    _id,
    {
      action: 'plan-set',
      actor: setBy ?? 'billing',
      target: to,
      told: [{ notice: { kind: 'plan-changed', from, to } }],
    },
    at,
  )
