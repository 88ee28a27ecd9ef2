import type { IdentityGuard } from '@utter/http/identity'
import type { Relay } from '@utter/messaging/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Member } from './domain/member.ts'
import type { FirstJobs } from './store/first-jobs.ts'
import type { MemberStore } from './store/members.ts'

export type ConsumeDeps = {
  members: MemberStore
  firstJobs: FirstJobs
  relay: Pick<Relay<Member>, 'soon'>
  clock: Clock
}
export type Deps = ConsumeDeps & { guard: IdentityGuard; publicUrl: string }
