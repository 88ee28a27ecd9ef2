import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The end of an account: its replies and conversations are removed. Its other states have nothing that chat needs. */
export const accountState = ({ erasure }: ConsumeDeps) =>
  on(AccountState, async ({ deleted }, { userId }) => {
    if (deleted) await erasure.erase(userId)
  })
