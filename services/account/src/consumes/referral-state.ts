import { ReferralState } from '@utter/contracts/events/referral-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The account's own code, and what its friends have earned it. */
export const referralState = ({ users, clock }: ConsumeDeps) =>
  on(ReferralState, async (state, { userId, version }) => {
    await users.applyState(userId, 'referralVersion', version, state, clock.now())
  })
