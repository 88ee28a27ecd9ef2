import { AccountState } from '@utter/contracts/events/account-state'
import { mailboxOf } from '@utter/contracts/mailbox'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { countFriend } from '../lifecycle/count-friend.ts'

/** A new member gets a code; one whose first completed job was consumed before counts at once. A deleted one loses its code. */
export const accountState = (deps: ConsumeDeps) =>
  on(AccountState, async ({ email, referredBy, device, deleted }, { userId }) => {
    const { members, firstJobs, erasure, relay, clock } = deps
    if (deleted) return erasure.erase(userId)
    if (await erasure.isDeleted(userId)) return
    const inserted = await members.begin({ id: userId, mailbox: mailboxOf(email), referredBy, device }, clock.now())
    if (inserted) relay.soon(inserted)
    else if (device) await members.seenIn(userId, device)
    // Read after the member is inserted: a job that is noted later finds the member.
    if (!(await firstJobs.has(userId))) return
    const member = await members.completed(userId)
    if (member) await countFriend(deps, member)
    await firstJobs.remove(userId)
  })
