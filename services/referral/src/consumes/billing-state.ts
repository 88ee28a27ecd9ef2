import { BillingState } from '@utter/contracts/events/billing-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { countFriend } from '../lifecycle/count-friend.ts'

/**
 * A friend who pays leaves room for one who does not, and counts where there was none. A plan that the operator has set is no payment. A
 * friend whose payments are all given back counts no more.
 */
export const billingState = (deps: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus, setBy, isPaidBack }, { userId }) => {
    const { members, payers, erasure, relay, clock } = deps
    if (isPaidBack) {
      await payers.remove(userId)
      const referrer = await members.takeBack(userId, clock.now())
      if (referrer) relay.soon(referrer)
      return
    }
    if (tier === 'free' || subscriptionStatus !== 'active' || setBy) return
    if (await erasure.isDeleted(userId)) return
    // Noted apart from the member, which may be consumed later: no order holds between two topics.
    await payers.note(userId, clock.now())
    await members.paid(userId)
    const member = await members.read(userId)
    if (member?.hasCompleted) await countFriend(deps, member)
  })
