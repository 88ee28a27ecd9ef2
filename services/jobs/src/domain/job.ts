import type { Lane } from '@utter/contracts/event'
import { type AudioRef, isFinal, type JobStatus, rank, type Stage, type TtsSettings } from '@utter/contracts/jobs'
import type { CallPeriod } from './past-segments.ts'

/** `version` is the entry's place in the list, from 1. */
export type TimelineEntry = { at: Date; step: string; status: JobStatus; progress: number; note?: string }

/**
 * A job, in one document. `submitting` is never shown. `queue`: `waiting` for the account's concurrency, `active`, or `none`.
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
  metadata?: Record<string, unknown>
  /** Never empty. */
  tags?: string[]
  webhookUrl?: string
  webhookDelivered: boolean
  webhookAttempts: number

  status: 'submitting' | JobStatus
  queue: 'waiting' | 'active' | 'none'
  rank: number
  progress: number
  version: number
  timeline: TimelineEntry[]
  attempt: number
  startedAttempt: number
  starts: number
  postponed?: boolean
  lane?: Lane
  /** The API key that submitted it. Absent: a session. */
  keyId?: string
  /** 0 single, 1 of a batch: single ones go first. */
  batch: number
  /** Segment whose calls it was taken from, and whether it still costs one. */
  call?: CallPeriod & { owed: boolean }
  dueAt?: Date
  giveUpAt?: Date
  /** Time of the oldest change that is not published yet; later than now while a relay has leased it. */
  unpublishedSince?: Date
  /** Final, and still to be removed from its allowance, with its call refunded if none is owed. */
  unsettled?: boolean

  aiResponse?: string
  audio?: AudioRef
  error?: string
  code?: string
  /** Failed because of the account's own text. */
  ownFault?: boolean
  cached: boolean
  createdAt: Date
  updatedAt: Date
  completedAt?: Date
}
/** A job without its texts, settings, audio and timeline. */
export type JobState = Omit<Job, 'userText' | 'aiResponse' | 'metadata' | 'ttsSettings' | 'audio' | 'timeline'>
/** An accepted job: the only kind that leaves this service. */
export type ShownJob = Job & { status: JobStatus }

export const isShown = (job: Job): job is ShownJob => job.status !== 'submitting'
export const hasEnded = (job: Pick<Job, 'status'>): boolean => isFinal(job.status)
export const stageOf = (job: Pick<Job, 'rank'>): Stage => (job.rank < rank.replyWritten ? 'chat' : 'speech')

/** A job cannot be cancelled once speech has started. */
export const cancellableBelow = rank.speechStarted
