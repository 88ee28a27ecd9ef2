import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { handleOverdue } from '../../src/lifecycle/repair/overdue.ts'
import { audio, type Lifecycle } from './open-lifecycle.ts'

export const attempt = 1

/** The published ends of a job. */
export const finishedOf = (lifecycle: Lifecycle, id: string) =>
  lifecycle.published.filter(
    ({ event, data }) => event.type === 'job-finished' && (data as { jobId: string }).jobId === id,
  )

/** The requests to workers that were published of a job: their types and attempts. */
export const requestsOf = (lifecycle: Lifecycle, id: string) =>
  lifecycle.published
    .filter(({ event, data }) => event.type.endsWith('-requested') && (data as { jobId: string }).jobId === id)
    .map(({ event, data }) => `${event.type} ${(data as { attempt: number }).attempt}`)

/** Reports of workers about a job: its whole lifecycle, and its failures. */
export const reports = (lifecycle: Lifecycle, userId: string, jobId: string) => ({
  chatStarted: () => lifecycle.handle(ChatStarted, userId, { jobId, attempt }),
  replyWritten: () => lifecycle.handle(ReplyWritten, userId, { jobId, attempt, reply: 'Well', tokens: 1, model: 'm' }),
  speechStarted: () => lifecycle.handle(SpeechStarted, userId, { jobId, attempt }),
  spokenHalf: () => lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.5 }),
  spokenMost: () => lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.9 }),
  audible: () => lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0, isAudible: true }),
  audioStored: () => lifecycle.handle(AudioStored, userId, { jobId, attempt, audio }),
  failed: (stage: 'chat' | 'speech') =>
    lifecycle.handle(StepFailed, userId, {
      jobId,
      attempt,
      stage,
      code: 'unknown_voice',
      error: 'There is no such voice',
    }),
  postponed: (stage: 'chat' | 'speech', inMs = 20_000) =>
    lifecycle.handle(StepPostponed, userId, {
      jobId,
      attempt,
      stage,
      until: new Date(lifecycle.now().getTime() + inMs).toISOString(),
      code: 'busy',
    }),
})

/** Handles the job as the sweep of overdue jobs does, if it is overdue. */
export async function overdue(lifecycle: Lifecycle, userId: string, jobId: string): Promise<void> {
  const { leased } = await lifecycle.deps.jobs.leaseOverdue(lifecycle.now(), 1_000)
  const seen = leased.find((job) => job._id === jobId && job.userId === userId)
  if (seen) await handleOverdue(lifecycle.deps, seen)
  await lifecycle.flushed()
}
