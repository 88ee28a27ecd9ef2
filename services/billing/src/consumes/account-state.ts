import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** A new account begins on the free plan; a subscription that is there stays. */
export const accountState = ({ subscriptions }: ConsumeDeps) =>
  on(AccountState, ({ signedUpAt }, { userId }) => subscriptions.begin(userId, new Date(signedUpAt)))
