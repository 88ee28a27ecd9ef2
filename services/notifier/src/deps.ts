import type { IdentityGuard } from '@utter/http/identity'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio-address'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from './clients/jobs.ts'
import type { Hub } from './streams/hub.ts'
import type { OpenStreams } from './streams/open-streams.ts'
import type { Places } from './streams/places.ts'

export type ConsumeDeps = { hub: Hub; audio: AudioAddresses; clock: Clock }
export type Deps = ConsumeDeps & {
  jobs: JobsClient
  streams: OpenStreams
  places: Places
  guard: IdentityGuard
  log: Log
}
