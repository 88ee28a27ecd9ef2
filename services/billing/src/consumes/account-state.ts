import { AccountState } from '@utter/contracts/events/account-state'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

export const accountState = ({ subscriptions }: ConsumeDeps) =>
  on(AccountState, ({ signedUpAt }, { userId }) => subscriptions.begin(userId, new Date(signedUpAt)))
