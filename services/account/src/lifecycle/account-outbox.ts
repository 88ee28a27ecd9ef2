import type { Outbox } from '@utter/messaging/publish/outbox'
import type { User } from '../domain/user.ts'
import { accountState } from '../publishes/account-state.ts'
import { noticesMade } from '../publishes/notice-made.ts'
import type { UserStore } from '../store/users.ts'
import type { Audit } from './audit.ts'

/**
 * Events of an account: its state, and the notices of what was done to it. The entries of the audit that these came with are in
 * its document until then, so that no crash loses one.
 */
export const accountOutbox = (users: UserStore, audit: Pick<Audit, 'record'>): Outbox<User> => ({
  ...users.outbox,
  eventsFor: (user) => [accountState(user), ...noticesMade(user)],
  async markPublished(published) {
    await users.outbox.markPublished(published)
    for (const user of published)
      if (user.deletedEmail !== undefined) await users.forgetEmail(user._id)
      else await audit.record(user)
  },
})
