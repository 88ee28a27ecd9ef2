import { AccountState } from '@utter/contracts/events/account-state'
import { eventOf } from '@utter/messaging/outgoing-event'
import { anchorOf, type User } from '../domain/user.ts'

export const accountState = (user: User) =>
  eventOf(AccountState, {
    userId: user._id,
    version: user.version,
    data: {
      username: user.username,
      email: user.email,
      signedUpAt: anchorOf(user).toISOString(),
      ...(user.continues && { continues: user.continues }),
      ...(user.referredBy && { referredBy: user.referredBy }),
      ...(user.device && { device: user.device }),
      ...(user.suspension && { suspended: true }),
      ...(user.deletedAt && { deleted: true }),
    },
  })
