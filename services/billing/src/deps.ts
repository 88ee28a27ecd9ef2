import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Relay } from '@utter/messaging/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Erasure } from '@utter/storage/erasure'
import type { Subscription } from './domain/subscription.ts'
import type { Ledger } from './store/ledger.ts'
import type { SubscriptionStore } from './store/subscriptions.ts'

export type ConsumeDeps = {
  subscriptions: SubscriptionStore
  ledger: Ledger
  erasure: Pick<Erasure, 'erase' | 'isDeleted'>
}
export type Deps = Omit<ConsumeDeps, 'erasure'> & {
  relay: Pick<Relay<Subscription>, 'soon'>
  plans: Plan[]
  guard: IdentityGuard
  clock: Clock
}
