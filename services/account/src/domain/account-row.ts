import type { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import { anchorOf, type User } from './user.ts'
import { suspensionView } from './user-view.ts'

/** An account as the operator sees it. */
export const accountRow = (user: User): FoundAccount => ({
  userId: user._id,
  username: user.username,
  email: user.email,
  tier: user.subscriptionTier,
  signedUpAt: anchorOf(user).toISOString(),
  createdAt: user.createdAt.toISOString(),
  ...(user.suspension && { suspension: suspensionView(user.suspension) }),
})
