import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Relay } from '@utter/messaging/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Credentials } from './credentials.ts'
import type { Limits } from './domain/attempt-limits.ts'
import type { User } from './domain/user.ts'
import type { Neighbours } from './neighbours.ts'
import type { Attempts } from './store/attempts.ts'
import type { UserStore } from './store/users.ts'

export type ConsumeDeps = { users: UserStore; credentials: Credentials; clock: Clock }
export type Deps = ConsumeDeps & {
  attempts: Attempts
  neighbours: Neighbours
  relay: Pick<Relay<User>, 'soon'>
  guard: IdentityGuard
  plans: Plan[]
  limits: Limits
}
