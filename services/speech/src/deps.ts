import type { Claims } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import type { IdentityGuard } from '@utter/http/identity'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio-address'
import type { AudioFiles } from '@utter/storage/audio-files'
import type { Erasure } from '@utter/storage/erasure'
import type { Breaker } from '@utter/worker/breaker'
import type { SpeechProvider } from './domain/voice.ts'
import type { Mastering } from './engines/mastering.ts'

export type ConsumeDeps = { erasure: Pick<Erasure, 'erase'> }
export type WorkDeps = {
  claims: Claims<AudioRef>
  files: AudioFiles
  speech: SpeechProvider
  mastering: Mastering
  breaker: Breaker
}
export type Deps = Pick<WorkDeps, 'claims' | 'files' | 'speech'> & {
  guard: IdentityGuard
  audio: AudioAddresses
  clock: Clock
}
