import { type ChatWork, progress, rank, type SpeechWork } from '@utter/contracts/jobs'
import { maxPostponementMs, notStartedMs, stepMs } from '../domain/job/deadlines.ts'
import type { Job, TimelineStep } from '../domain/job/job.ts'
import { laneOfText, textToSpeak } from '../domain/job/lane.ts'
import type { JobFilter, JobUpdate } from './jobs.ts'

/**
 * A step of a job: the guard under which it applies, and the change. A guard names the states from which the step leads
 * forward; duplicate and late steps do not match. Every change makes one version and one entry of the timeline, and
 * unsets the outbox's mark: the events of the new state are published before the step is acked, so those of the old one
 * need not be.
 */
export type Step = { guard: JobFilter; update: JobUpdate }

const active: JobFilter = { status: { $in: ['pending', 'processing'] } }
const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** @param unset fields that end with this step */
function step(
  guard: JobFilter,
  now: Date,
  set: Partial<Job>,
  entry: Omit<TimelineStep, 'at'>,
  unset: (keyof Job)[] = [],
): Step {
  return {
    guard: { ...active, ...guard },
    update: {
      $set: { ...set, updatedAt: now },
      $inc: { version: 1 },
      $push: { timeline: { at: now, ...entry } },
      $unset: Object.fromEntries(['unpublishedSince', ...unset].map((field) => [field, 1])),
    },
  }
}

export const chatStarted = (attempt: number, now: Date): Step =>
  step(
    { rank: { $lte: rank.chatStarted }, startedAttempt: { $lt: attempt } },
    now,
    {
      status: 'processing',
      startedAttempt: attempt,
      rank: rank.chatStarted,
      progress: progress.chatStarted,
      dueAt: after(now, stepMs('chat')),
    },
    { step: 'chat-started', status: 'processing', progress: progress.chatStarted },
    ['postponed'],
  )

export function speechStarted(job: Job, attempt: number, now: Date): Step {
  const { guard, update } = step(
    // Also from anywhere in its own stage: a second attempt begins the clock again.
    { rank: { $lte: rank.speechProgressed }, startedAttempt: { $lt: attempt } },
    now,
    { status: 'processing', startedAttempt: attempt, dueAt: after(now, stepMs('speech', textToSpeak(job))) },
    { step: 'speech-started', status: 'processing', progress: Math.max(job.progress, progress.speechStarted) },
    ['postponed'],
  )
  // Speech that had progressed before its worker died falls back neither in rank nor in percent.
  return { guard, update: { ...update, $max: { rank: rank.speechStarted, progress: progress.speechStarted } } }
}

/** @param spokenText of the reply, where it is not spoken as it was written */
export function replyWritten(aiResponse: string, work: ChatWork, now: Date, spokenText?: string): Step {
  return step(
    { rank: { $lt: rank.replyWritten } },
    now,
    {
      status: 'processing',
      rank: rank.replyWritten,
      aiResponse,
      ...(spokenText !== undefined && { spokenText }),
      ...laneOfText(aiResponse),
      'work.chat': work,
      startedAttempt: 0,
      starts: 1,
      progress: progress.replyWritten,
      dueAt: after(now, notStartedMs),
    } as Partial<Job>,
    { step: 'reply-written', status: 'processing', progress: progress.replyWritten },
    ['postponed'],
  )
}

export function speechProgressed(job: Job, done: number, attempt: number, now: Date): Step {
  const percent = Math.round(progress.speechStarted + (progress.spoken - progress.speechStarted) * done)
  return step(
    { rank: { $in: [rank.speechStarted, rank.speechProgressed] }, startedAttempt: attempt, progress: { $lt: percent } },
    now,
    { rank: rank.speechProgressed, progress: percent, dueAt: after(now, stepMs('speech', textToSpeak(job))) },
    { step: 'speech-progressed', status: 'processing', progress: percent },
  )
}

/** The sound can be heard as it is spoken, in this attempt, also while its reply is written. Neither rank nor percent nor the time of the step changes. */
export const audioBegun = (job: Job, attempt: number, now: Date): Step =>
  step(
    { rank: { $lt: rank.stored }, attempt, audibleAttempt: { $ne: attempt } },
    now,
    { audibleAttempt: attempt, audibleAt: now },
    { step: 'audio-begun', status: activeStatusOf(job), progress: job.progress },
  )

export function audioStored(audio: NonNullable<Job['audio']>, work: SpeechWork, now: Date): Step {
  const isJoined = work.newCharacters === 0
  return step(
    { rank: { $lt: rank.stored } },
    now,
    {
      ...ended('completed', now),
      // recipe 21
      'call.owed': !isJoined,
      ...(isJoined && { joined: true }),
      rank: rank.stored,
      progress: progress.stored,
      audio,
      'work.speech': work,
    } as Partial<Job>,
    {
      step: 'completed',
      status: 'completed',
      progress: progress.stored,
    },
    ['postponed', 'dueAt'],
  )
}

/** A permanent failure of a step. `ownFault`: the account's text is the cause; `owed`: the call is not refunded. */
export type StepFailure = {
  stage: 'chat' | 'speech'
  attempt: number
  code: string
  error: string
  ownFault: boolean
  owed: boolean
}

export function failed(job: Job, { stage, attempt, code, error, ownFault, owed }: StepFailure, now: Date): Step {
  return step(
    { rank: { $lt: stage === 'chat' ? rank.replyWritten : rank.stored }, attempt },
    now,
    { ...failure(code, error, now), 'call.owed': owed, ...(ownFault && { ownFault }) } as Partial<Job>,
    { step: 'failed', status: 'failed', progress: job.progress, note: error },
    ['postponed', 'dueAt'],
  )
}

export function postponed(job: Job, stage: 'chat' | 'speech', attempt: number, until: Date, now: Date): Step {
  return step(
    { rank: { $lt: stage === 'chat' ? rank.replyWritten : rank.stored }, attempt, postponed: { $exists: false } },
    now,
    { postponed: true, dueAt: earliest(until, after(now, maxPostponementMs), job.giveUpAt) },
    { step: 'step-postponed', status: activeStatusOf(job), progress: job.progress },
  )
}

const activeStatusOf = ({ status }: Job) => (status === 'pending' ? 'pending' : 'processing')

const earliest = (first: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((earlier, one) => (one && one < earlier ? one : earlier), first)

export const ended = (status: 'completed' | 'failed', now: Date) => ({
  status,
  queue: 'none' as const,
  unsettled: true,
  completedAt: now,
})
/** A job that failed owes nothing, but for too many that the account's own text has caused. */
export const failure = (code: string, error: string, now: Date) =>
  ({ ...ended('failed', now), 'call.owed': false, code, error }) as Partial<Job>
