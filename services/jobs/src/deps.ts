import type { Plan } from '@utter/contracts/plans'
import type { AudioAddresses } from '@utter/http/audio-address'
import type { IdentityGuard } from '@utter/http/identity'
import type { Say } from '@utter/messaging/open'
import type { Relay } from '@utter/messaging/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import type { Admission } from './admission.ts'
import type { Job } from './domain/job.ts'
import type { RoadWait } from './domain/road-wait.ts'
import type { AllowanceStore } from './store/allowances.ts'
import type { JobStore } from './store/jobs.ts'

/** What the conductor needs: the two documents, a way to say what changed, the time. */
export type ConductDeps = {
  jobs: JobStore
  allowances: AllowanceStore
  relay: Pick<Relay<Job>, 'soon' | 'relay'>
  say: Say
  plans: Plan[]
  roadWait: RoadWait
  clock: Clock
  log: Log
}
export type Deps = ConductDeps & {
  guard: IdentityGuard
  audio: AudioAddresses
  admit: Admission['admit']
}
