import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The end of an account: its jobs end, and go with its allowance. Its other states have nothing that jobs needs. */
export const accountState = ({ erasure }: Pick<ConsumeDeps, 'erasure'>) =>
  on(AccountState, async ({ deleted }, { userId }) => {
    if (deleted) await erasure.erase(userId)
  })
