import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The end of an account: its streams on this replica end, which a client cannot open again. */
export const accountState = ({ streams }: ConsumeDeps) =>
  on(AccountState, async ({ deleted }, { userId }) => {
    if (deleted) streams.endOf(userId)
  })
