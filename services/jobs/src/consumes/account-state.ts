import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { allowanceOf } from '../lifecycle/allowance-of.ts'

/**
 * The end of an account: its jobs end, and its allowance is closed. A new one of the same mailbox goes on from it, which its first
 * submission may have found out before. Links of a suspended one, which strangers open, open nothing.
 */
export const accountState = (deps: ConsumeDeps) =>
  on(AccountState, async ({ deleted, signedUpAt, continues, suspended = false }, { userId }) => {
    const { erasure, allowances } = deps
    if (deleted) return erasure.erase(userId)
    await allowances.setSuspended(userId, suspended)
    if (!continues || (await erasure.isDeleted(userId))) return
    await allowanceOf(deps, userId, { signedUpAt: new Date(signedUpAt), continues })
  })
