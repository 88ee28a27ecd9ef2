import type { IdentityGuard } from '@utter/http/identity'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Erasure } from '@utter/storage/erasure'
import type { Member } from './domain/member.ts'
import type { MemberStore } from './store/members.ts'
import type { NotedAccounts } from './store/noted-accounts.ts'

export type ConsumeDeps = {
  members: MemberStore
  firstJobs: NotedAccounts
  payers: NotedAccounts
  erasure: Pick<Erasure, 'erase' | 'isDeleted'>
  relay: Pick<Relay<Member>, 'soon'>
  clock: Clock
}
export type Deps = Omit<ConsumeDeps, 'erasure'> & { guard: IdentityGuard; publicUrl: string }
