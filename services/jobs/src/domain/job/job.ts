import type { Lane } from '@utter/contracts/event'
import {
  type AudioRef,
  type ChatWork,
  type Fallback,
  isFinal,
  type JobStatus,
  rank,
  type SpeechWork,
  type Stage,
  type TtsSettings,
  type VoiceInstead,
} from '@utter/contracts/jobs'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import type { DialogueSpeaker } from '@utter/text/markup/dialogue'
import type { CallPeriod } from '../allowance/past-segments.ts'
import type { SectionOfJob } from '../works/work.ts'

/** `version` is the entry's place in the list, from 1. */
export type TimelineStep = { at: Date; step: string; status: JobStatus; progress: number; note?: string }

/** Provider, model and figures of a job's work, by stage; `storingAt` is an instant, as it was reported. */
export type JobWork = { chat?: ChatWork; speech?: SpeechWork }

/** Its link, as a hash of the secret in it; whether its texts are shown with its sound. */
export type Share = { hash: string; since: Date; text: boolean }

/**
 * A job, in one document. `submitting` and `deleted` are never shown: a deleted one has no texts, timeline and audio any more, and is kept while its
 * call is counted, as `endedAs`. `queue`: `waiting` for the account's concurrency, `active`, or `none`.
 * `attempt` numbers the requests to workers; `startedAttempt` is the last that a worker started in this stage, `starts` counts
 * how often this stage was started.
 */
export type Job = {
  _id: string
  userId: string
  requestId: string
  bodyHash: string
  kind: 'reply' | 'tts'
  sessionId: string
  userText: string
  voiceId: string
  ttsSettings: TtsSettings
  /** BCP 47; absent: by the text. */
  language?: string
  /** Absent: `auto`. */
  textNormalization?: 'off'
  /** Its text is SSML. */
  ssml?: true
  /** Voices of a dialogue, whose lines begin with their names. */
  speakers?: DialogueSpeaker[]
  /** Absent: none. */
  fallback?: Fallback
  /** Decides the noise of the voice. Absent: another each time. */
  seed?: number
  /** Absent: by its shape. */
  check?: 'words'
  /** It can be heard as it is spoken. */
  stream?: boolean
  /** Its reply can be heard while it is written: it is spoken as the model writes it. */
  ahead?: boolean
  /** The attempt that can be heard as it is spoken. */
  audibleAttempt?: number
  /** Since when. */
  audibleAt?: Date
  /** A reply whose voice nobody had when it was submitted: it fails without a request to chat. */
  unknownVoice?: boolean
  metadata?: Record<string, unknown>
  /** How long it was expected to take at its submission, in ms, without the jobs of its account that it waits for. */
  expectedMs?: number
  /** Accepted as active: it waited for no other job of its account. */
  activeAtOnce?: true
  /** The W3C trace id of its submission. */
  traceId?: string
  /** The span of its submission: the parent of what is published for it outside of its trace. */
  spanId?: string
  /** Never empty. */
  tags?: string[]
  webhookUrl?: string
  webhookDelivered: boolean
  webhookAttempts: number
  /** The delivery of its webhook, from the first attempt to the one that was answered, or the last. */
  delivery?: { startedAt: Date; endedAt?: Date }

  status: 'submitting' | 'deleted' | JobStatus
  queue: 'waiting' | 'active' | 'none'
  rank: number
  progress: number
  version: number
  timeline: TimelineStep[]
  attempt: number
  startedAttempt: number
  starts: number
  postponed?: boolean
  lane?: Lane
  /** The API key that submitted it. Absent: a session. */
  keyId?: string
  /** Submitted on the free plan. */
  isFree?: boolean
  /** Submitted on a plan with word timestamps, or for a section of a work: the times of its words are kept with its audio. */
  words?: boolean
  /** 0 single, 1 of a batch, 2 of a work: in this order they become active. */
  batch: number
  /** The batch that it belongs to, and its place there, from 0. */
  batchId?: string
  batchIndex?: number
  /** The section of a work that it speaks. */
  section?: SectionOfJob
  /** All of its pieces were spoken before, for the same account: it cost no call. */
  joined?: true
  /** The job that it repeats. */
  retryOf?: string
  /** Segment whose calls it was taken from, and whether it still costs one. */
  call?: CallPeriod & { owed: boolean }
  dueAt?: Date
  giveUpAt?: Date
  /** Time of the oldest change that is not published yet; later than now while a relay has leased it. */
  unpublishedSince?: Date
  /** Final, and still to be removed from its allowance, with its call refunded if none is owed. */
  unsettled?: boolean

  aiResponse?: string
  /** The text as its voice reads it, by the account's pronunciations at the time when the text was known. Absent: as it was written. */
  spokenText?: string
  /** The same with its marks. Absent: it has none. */
  parts?: SpokenPart[]
  audio?: AudioRef
  work?: JobWork
  error?: string
  code?: string
  /** Failed because of the account's own text. */
  ownFault?: boolean
  /** It has the sound of the spoken job `sameAs`, and cost no call. */
  cached: boolean
  sameAs?: string
  /** The hash of the requested values that decide how it sounds (cache-key.ts). Absent: reused for no other job. */
  cacheKey?: string
  /** Absent: no link opens it. */
  share?: Share
  /** When its lifetime is over; later than now while a replica has leased it. Absent: not ended, or none. */
  expiresAt?: Date
  /** Deleted: how it had ended. */
  endedAs?: 'completed' | 'failed'
  /** Deleted: since when that is to be published; later than now while a replica has leased it. */
  removalSince?: Date
  /** Deleted: when it is examined whether anything counts it still. */
  forgetAt?: Date
  createdAt: Date
  updatedAt: Date
  completedAt?: Date
}
/** A job that its allowance no longer lists, and when its lifetime is over. */
export type Settled = Pick<Job, '_id' | 'userId' | 'expiresAt'>
/** A job without its texts, settings, audio and timeline. */
export type JobState = Omit<
  Job,
  'userText' | 'aiResponse' | 'spokenText' | 'parts' | 'metadata' | 'ttsSettings' | 'audio' | 'timeline'
>
/** An accepted job: the only kind that leaves this service. */
export type ShownJob = Job & { status: JobStatus }

export const isShown = (job: Job): job is ShownJob => job.status !== 'submitting' && job.status !== 'deleted'
export const hasEnded = (job: Pick<Job, 'status'>): boolean => isFinal(job.status)
export const stageOf = (job: Pick<Job, 'rank'>): Stage => (job.rank < rank.replyWritten ? 'chat' : 'speech')

type SpokenBy = { voiceUsed?: string; provider?: string; voicesInstead?: VoiceInstead[] }

/** The voice that has spoken a job, its provider, and those that spoke in the place of voices of its marks, as far as they are known. */
export const spokenBy = ({ work }: Pick<Job, 'work'>): SpokenBy => ({
  ...(work?.speech?.voice !== undefined && { voiceUsed: work.speech.voice }),
  ...(work?.speech?.provider !== undefined && { provider: work.speech.provider }),
  ...(work?.speech?.instead && {
    voicesInstead: work.speech.instead.map(({ voice, ...one }) => ({ ...one, voiceUsed: voice })),
  }),
})

/** A job cannot be cancelled once speech has started. */
export const cancellableBelow = rank.speechStarted
