import type { Claims } from '@utter/contracts/claims'
import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Clock } from '@utter/runtime/clock'
import type { SharedSemaphore } from '@utter/runtime/shared-semaphore'
import type { PeriodCounts } from '@utter/storage/counts/period-counts'
import type { RecentNetworks } from '@utter/storage/counts/recent-networks'
import type { DeletedAccounts } from '@utter/storage/deleted-accounts'
import type { Erasure } from '@utter/storage/erasure'
import type { RepliesAhead } from '@utter/storage/redis/replies-ahead'
import type { Breaker } from '@utter/worker/breaker'
import type { ChatProvider } from './domain/chat-model.ts'
import type { Reply } from './domain/reply.ts'
import type { ConversationStore } from './store/conversations.ts'

export type ConsumeDeps = {
  erasure: Pick<Erasure, 'erase'>
  claims: Pick<Claims<Reply>, 'withdraw' | 'replaceResult'>
  conversations: Pick<ConversationStore, 'removeTurn'>
  clock: Clock
}
export type WorkDeps = {
  claims: Claims<Reply>
  conversations: ConversationStore
  deleted: Pick<DeletedAccounts, 'has'>
  chat: ChatProvider
  /** The model's, for jobs and direct requests alike: an outage that one of them met is known to the other. */
  breaker: Breaker
  limitMs: number
  counts: Pick<PeriodCounts, 'take'>
  networks: Pick<RecentNetworks, 'of'>
  /**
   * Characters that the model is sent for all free accounts together in a UTC day, and those that it is sent and writes for the ones of a
   * network in a UTC month; 0: no bound.
   */
  freeCharacters: { perDay: number; perNetwork: number }
  /** On their way to speech while they are written. */
  replies: Pick<RepliesAhead, 'begin'>
  /** For events that may be lost. */
  publish: (events: OutgoingEvent[]) => Promise<void>
  clock: Clock
}
export type Deps = WorkDeps & {
  guard: IdentityGuard
  /** Slots for direct requests, apart from those of jobs; each account has a share of them. */
  slots: SharedSemaphore
  plans: Plan[]
}
