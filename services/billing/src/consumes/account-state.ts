import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { isStripes } from '../lifecycle/cancel-at-stripe.ts'

/**
 * A new account begins on the free plan; a subscription that is there stays. A deleted one's ledger rows and invoice
 * items are kept.
 */
export const accountState = ({ subscriptions, erasure, log }: ConsumeDeps) =>
  on(AccountState, async ({ signedUpAt, deleted }, { userId }) => {
    if (deleted) {
      await erasure.erase(userId).catch((error) => {
        // Remembered as deleted, so its sweep goes on with it.
        if (!isStripes(error)) throw error
        log.warn({ err: error, userId }, 'a subscription is cancelled later')
      })
      return
    }
    if (await erasure.isDeleted(userId)) return
    await subscriptions.begin(userId, new Date(signedUpAt))
  })
