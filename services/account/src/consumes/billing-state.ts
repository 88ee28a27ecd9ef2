import { BillingState } from '@utter/contracts/events/billing-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'

/** The account's plan, which sets its rate limit, and what becomes of it. */
export const billingState = ({ users, credentials, audit, clock }: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus, cancelAt, nextTier, setBy }, { userId, version }) => {
    const known = await users.read(userId)
    const made = { action: 'plan-set', actor: setBy ?? 'billing', target: tier } as const
    const entry = known && known.subscriptionTier !== tier ? auditEntry(userId, made, clock.now()) : undefined
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
    audit.recordSoon(user)
    // Cached again, so that the plan's rate limit applies from the next request on.
    await credentials.refresh(user)
  })
