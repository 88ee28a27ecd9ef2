import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'

/** The end of an account: its streams on this replica end, which a client cannot open again. */
export const accountState = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(AccountState, async ({ deleted }, { userId }) => {
    if (deleted) streams.endOf(userId)
  })

/** The end of an account: its webhook and deliveries are removed. */
export const accountStateToWebhooks = ({ erasure }: Pick<ConsumeDeps, 'erasure'>) =>
  on(AccountState, async ({ deleted }, { userId }) => {
    if (deleted) await erasure.erase(userId)
  })
