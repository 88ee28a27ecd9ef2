import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { mailboxOf } from '../domain/member.ts'

export const accountState = ({ members, relay, clock }: ConsumeDeps) =>
  on(AccountState, async ({ email, referredBy }, { userId }) => {
    const member = await members.begin(userId, mailboxOf(email), referredBy, clock.now())
    if (member) relay.soon(member)
  })
