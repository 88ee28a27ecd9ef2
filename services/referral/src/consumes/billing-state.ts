import { BillingState } from '@utter/contracts/events/billing-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { countFriend } from '../lifecycle/count-friend.ts'

/** A friend who pays leaves room for one who does not, and counts where there was none. A plan that the operator has set is no payment. */
export const billingState = (deps: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus, setBy }, { userId }) => {
    if (tier === 'free' || subscriptionStatus !== 'active' || setBy) return
    const { members, payers, erasure, clock } = deps
    if (await erasure.isDeleted(userId)) return
    // Noted apart from the member, which may be consumed later: no order holds between two topics.
    await payers.note(userId, clock.now())
    await members.paid(userId)
    const member = await members.read(userId)
    if (member?.hasCompleted) await countFriend(deps, member)
  })
