import type { Claims } from '@utter/contracts/claims'
import type { IdentityGuard } from '@utter/http/identity'
import type { Clock } from '@utter/runtime/clock'
import type { Breaker } from '@utter/worker/breaker'
import type { ChatProvider } from './domain/chat-model.ts'
import type { Places } from './domain/places.ts'
import type { Reply } from './domain/reply.ts'
import type { ConversationStore } from './store/conversations.ts'

export type WorkDeps = {
  claims: Claims<Reply>
  conversations: ConversationStore
  chat: ChatProvider
  /** The model's: jobs and people who ask directly learn from one another. */
  breaker: Breaker
  limitMs: number
  clock: Clock
}
/** `places` bound what people ask directly, beside the slots of jobs. */
export type Deps = WorkDeps & { guard: IdentityGuard; places: Places }
