import { mailboxOf } from '@utter/contracts/mailbox'
import { monthOf } from '@utter/contracts/period'
import type { KeyedHash } from '@utter/storage/keyed-hash'
import { anchorOf, type User } from '../domain/user.ts'
import type { DeletedMailboxes } from '../store/mailboxes.ts'
import type { UserStore } from '../store/users.ts'

type FreeMonthDeps = { users: Pick<UserStore, 'read'>; mailboxes: DeletedMailboxes; clock: { now(): Date } }

export type FreeMonths = ReturnType<typeof createFreeMonths>

/**
 * The free month of a mailbox, which the deletion of an account does not begin anew: who signs up with it again goes on from the calls
 * that jobs has of the deleted account, and is nobody's new friend.
 */
export function createFreeMonths({ users, mailboxes, clock }: FreeMonthDeps, hash: KeyedHash) {
  const hashOf = (email: string) => hash(mailboxOf(email))
  return {
    hashOf,
    /** Before the update that deletes the account: from then on its email is free. `continued` tells one apart that goes on after all. */
    async end({ _id, email, formerMailboxes = [], ...user }: User): Promise<void> {
      const now = clock.now()
      const from = anchorOf(user)
      const { end: until } = monthOf(from, now)
      for (const mailbox of new Set([hashOf(email), ...formerMailboxes]))
        await mailboxes.add(mailbox, _id, { from, until }, now)
    },
    /** The deleted accounts that a new one goes on from. Asked when its email is known to be free, so that the deletion that freed it is found. */
    async continued(email: string, now = clock.now()): Promise<Pick<User, 'continues' | 'monthsFrom'>> {
      const found = await mailboxes.find(hashOf(email), now)
      if (!found) return {}
      const present = await Promise.all(found.accounts.map(users.read))
      const continues = found.accounts.filter((_, index) => !present[index])
      return continues.length > 0 ? { continues, monthsFrom: found.from } : {}
    },
  }
}
