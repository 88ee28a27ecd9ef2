import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/**
 * A new account begins on the free plan; a subscription that is there stays. A deleted one's ledger rows and invoice
 * items are kept, and what it owes is billed by a sweep.
 */
export const accountState = ({ subscriptions, erasure }: ConsumeDeps) =>
  on(AccountState, async ({ signedUpAt, deleted }, { userId }) => {
    if (deleted) return erasure.erase(userId)
    if (await erasure.isDeleted(userId)) return
    await subscriptions.begin(userId, new Date(signedUpAt))
  })
