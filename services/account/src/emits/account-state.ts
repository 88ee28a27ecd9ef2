import { AccountState } from '@utter/contracts/events/account-state'
import { fact } from '@utter/messaging/fact'
import type { User } from '../domain/user.ts'

export const accountState = (user: User) =>
  fact(AccountState, {
    userId: user._id,
    version: user.version,
    data: {
      username: user.username,
      email: user.email,
      signedUpAt: user.createdAt.toISOString(),
      ...(user.referredBy && { referredBy: user.referredBy }),
    },
  })
