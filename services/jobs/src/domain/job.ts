import type { Lane } from '@utter/contracts/event'
import { type AudioRef, isFinal, type JobStatus, rank, type Stage, type TtsSettings } from '@utter/contracts/jobs'

/** `version` is the entry's place in the list, from 1. */
export type TimelineEntry = { at: Date; step: string; status: JobStatus; progress: number; note?: string }

/**
 * A job as its one document says. `admitting` is never shown to anybody. `queue`: waiting for a place, on the road with
 * one, or neither. `attempt` counts the requests of its present stage that differ, `begun` the last of them that a worker took.
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
  webhookUrl?: string
  webhookDelivered: boolean
  webhookAttempts: number

  status: 'admitting' | JobStatus
  queue: 'waiting' | 'road' | 'none'
  rank: number
  progress: number
  version: number
  timeline: TimelineEntry[]
  attempt: number
  begun: number
  tries: number
  postponed?: boolean
  lane?: Lane
  /** 0 single, 1 of a batch: single ones go first. */
  batch: number
  /** Which period it weighs on, and whether it still does. */
  call?: { period: Date; owed: boolean }
  dueAt?: Date
  giveUpAt?: Date
  /** Changed then, and nobody was told yet. */
  unpublishedSince?: Date
  /** Final, and its place and call not yet given back. */
  settle?: boolean

  aiResponse?: string
  audio?: AudioRef
  error?: string
  code?: string
  /** Failed, and the account's own text is why. */
  ownFault?: boolean
  cached: boolean
  createdAt: Date
  updatedAt: Date
  completedAt?: Date
}
/** A job without what was asked and what came of it. */
export type JobState = Omit<Job, 'userText' | 'aiResponse' | 'metadata' | 'ttsSettings' | 'audio' | 'timeline'>
/** A job that was accepted: what everybody but the submission sees. */
export type ShownJob = Job & { status: JobStatus }

export const isShown = (job: Job): job is ShownJob => job.status !== 'admitting'
export const hasEnded = (job: Pick<Job, 'status'>): boolean => isFinal(job.status)
export const stageOf = (job: Pick<Job, 'rank'>): Stage => (job.rank < rank.replyWritten ? 'chat' : 'speech')

/** Nothing can be cancelled once speech has begun. */
export const cancellableBelow = rank.speechStarted
