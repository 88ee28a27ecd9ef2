import type { IdentityGuard } from '@utter/http/identity'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio-address'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from './clients/jobs.ts'
import type { Hub } from './streams/hub.ts'
import type { StreamLimit } from './streams/stream-limit.ts'
import type { StreamRegistry } from './streams/stream-registry.ts'

export type ConsumeDeps = { hub: Hub; streams: StreamRegistry; audio: AudioAddresses; clock: Clock }
export type Deps = ConsumeDeps & {
  jobs: JobsClient
  streamLimit: StreamLimit
  guard: IdentityGuard
  log: Log
}
