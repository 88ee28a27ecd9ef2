import type { Claims } from '@utter/contracts/claims'
import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Statements } from '@utter/provenance/statements'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { AudioFiles } from '@utter/storage/audio/files'
import type { Erasure } from '@utter/storage/erasure'
import type { Breaker } from '@utter/worker/breaker'
import type { KeptPieces } from './domain/kept/kept-piece.ts'
import type { LiveSounds } from './domain/live/live-sound.ts'
import type { SpokenAhead } from './domain/live/spoken-ahead.ts'
import type { PronunciationSamples } from './domain/pronunciation-sample.ts'
import type { StoredAudio } from './domain/stored-audio.ts'
import type { Hearing, SpeechProvider } from './domain/voice.ts'
import type { OwnSamples, WantedSamples } from './domain/voice-sample.ts'
import type { Mastering } from './engines/mastering.ts'
import type { Transcoder } from './engines/transcoder.ts'
import type { OwnVoiceStore } from './store/own-voices.ts'
import type { VendorSwitches } from './store/vendor-switches.ts'

export type ConsumeDeps = {
  erasure: Pick<Erasure, 'erase'>
  claims: Pick<Claims<StoredAudio>, 'withdraw' | 'replaceResult'>
  files: Pick<AudioFiles, 'remove' | 'removeAll'>
  pieces: Pick<KeptPieces, 'removeWork'>
  clock: Clock
}
export type WorkDeps = {
  claims: Claims<StoredAudio>
  files: AudioFiles
  speech: SpeechProvider
  mastering: Mastering
  /** Absent: nobody hears what is spoken. */
  hearing?: Hearing | undefined
  liveSounds: LiveSounds
  spokenAhead: SpokenAhead
  pieces: Pick<KeptPieces, 'find' | 'read' | 'keep' | 'heard' | 'noteUse'>
  /** For events that may be lost. */
  publish: (events: OutgoingEvent[]) => Promise<void>
  statements: Pick<Statements, 'sign'>
  breaker: Breaker
  clock: Clock
}
/** For the sentences of replies that are still written. */
export type AheadDeps = Pick<WorkDeps, 'speech' | 'liveSounds' | 'spokenAhead' | 'publish'> & {
  mastering: Pick<Mastering, 'masterPiece'>
}
export type Deps = Pick<WorkDeps, 'claims' | 'files' | 'speech' | 'clock'> & {
  liveSounds: Pick<LiveSounds, 'find'>
  guard: IdentityGuard
  pieces: Pick<KeptPieces, 'used' | 'hasAny'>
  samples: WantedSamples
  ownVoices: Pick<OwnVoiceStore, 'add' | 'list' | 'find' | 'remove'>
  ownSamples: OwnSamples
  pronunciationSamples: PronunciationSamples
  plans: Plan[]
  /** Names of the vendors that are configured. */
  vendors: string[]
  switches: VendorSwitches
  audio: AudioAddresses
  transcoder: Pick<Transcoder, 'transcode'>
}
