import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Publish } from '@utter/messaging/open'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Statements } from '@utter/provenance/statements'
import type { Batcher } from '@utter/runtime/batcher'
import type { Clock } from '@utter/runtime/clock'
import type { WebhookTargets } from '@utter/runtime/webhook-targets'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { Erasure } from '@utter/storage/erasure'
import type { ServedFigures } from '@utter/storage/served/served-figures'
import type { Log } from '@utter/telemetry/log'
import type { LRUCache } from 'lru-cache'
import type { AccountClient } from './clients/account.ts'
import type { KeptPiecesClient } from './clients/kept-pieces.ts'
import type { SpeechClient } from './clients/speech.ts'
import type { VoicesClient } from './clients/voices.ts'
import type { WordTimesClient } from './clients/word-times.ts'
import type { Allowance } from './domain/allowance/allowance.ts'
import type { Estimates } from './domain/estimates.ts'
import type { PresentVersions } from './domain/job/cache-key.ts'
import type { Job, Settled } from './domain/job/job.ts'
import type { PickupDelay } from './domain/pickup-delay.ts'
import type { LoadShedding } from './requests/load-shedding.ts'
import type { AllowanceStore } from './store/allowances.ts'
import type { ChapterStore } from './store/chapters.ts'
import type { FreeBounds } from './store/free-bounds.ts'
import type { JobStore } from './store/jobs.ts'
import type { PronunciationStore } from './store/pronunciations.ts'
import type { UsageStore } from './store/usage.ts'
import type { WorkStore } from './store/works.ts'

/** Dependencies of a job's lifecycle: the documents, a way to publish what changed, the time. */
export type LifecycleDeps = {
  jobs: JobStore
  allowances: AllowanceStore
  usage: UsageStore
  pronunciations: PronunciationStore
  works: WorkStore
  chapters: ChapterStore
  relay: Pick<Relay<Job>, 'soon' | 'relay'>
  /** Ended jobs that their allowance no longer lists: they lose `unsettled` a moment later, many in one write. */
  settledMarks: Pick<Batcher<Settled>, 'add'>
  /** Segment of each account at its last read. Saves a read; every update that relies on it guards it. */
  periods: LRUCache<string, Pick<Allowance, 'period' | 'monthStart' | 'periodEnd' | 'continued'>>
  publish: Publish
  plans: Plan[]
  freeBounds: FreeBounds
  /** As they were read last, some seconds ago at most. */
  versions: () => PresentVersions
  pickupDelay: PickupDelay
  estimates: Estimates
  /** Told of each account of which a call was taken. */
  usageWatch: { taken(userId: string): void }
  clock: Clock
  log: Log
}
export type ConsumeDeps = LifecycleDeps & { erasure: Pick<Erasure, 'erase' | 'isDeleted'> }
export type Deps = LifecycleDeps & {
  guard: IdentityGuard
  served: Pick<ServedFigures, 'read'>
  audio: AudioAddresses
  statements: Statements
  account: AccountClient
  speech: SpeechClient
  wordTimes: WordTimesClient
  voices: VoicesClient
  keptPieces: KeptPiecesClient
  /** The address that people type: those of sounds in the results of a batch are absolute. */
  publicUrl: string
  loadShedding: Pick<LoadShedding, 'run' | 'checkRoom'>
  /** The language of a text that voices of these languages certainly refuse: given from outside, since its statistics take 110 MB. */
  foreignLanguage: (text: string, languages: string[]) => string | undefined
  /** For development: a webhook may lead to this machine. */
  webhookTargets: WebhookTargets
  /** In production no job is backdated: its dates are facts. */
  isProduction: boolean
  /** Seconds after which the answer to a speech begins without its sound: before a proxy gives up. A failure can then only break it off. */
  beginSpeechSeconds: number
  /** Aborts when the process is asked to stop: `Prefer: wait` then answers at once. */
  stopping: AbortSignal
}
