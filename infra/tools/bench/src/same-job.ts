import { randomUUID } from 'node:crypto'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { newAllowance } from '@utter/jobs/domain/allowance/allowance'
import { activeFields } from '@utter/jobs/domain/job/active-fields'
import type { Job, TimelineStep } from '@utter/jobs/domain/job/job'
import { newJob } from '@utter/jobs/domain/job/new-job'

// Documents as services/jobs writes them, by its own functions: a peer that writes less would be compared unfairly.

const dayMs = 86_400_000

/** The allowance of an account on the plan without limits, in a period that began at `start` and ends tomorrow. */
export const allowanceOf = (userId: string, start: Date) =>
  newAllowance(userId, planOf(standardPlans, 'enterprise'), start, { start, end: new Date(Date.now() + dayMs) })

export const submittingJob = (userId: string, userText: string): Job =>
  newJob(
    'reply',
    userId,
    { userText, requestId: randomUUID(), sessionId: 'default', voiceId: 'default' },
    randomUUID(),
    new Date(),
  )

/** recipe 3, for a job that becomes active at once. */
export const accepting = (period: Date) => {
  const now = new Date()
  return {
    $set: {
      status: 'pending' as const,
      call: { period, owed: true },
      version: 1,
      unpublishedSince: now,
      updatedAt: now,
      ...activeFields(now, 'fast'),
    },
    $push: { timeline: { at: now, step: 'submitted', status: 'pending' as const, progress: 0 } },
  }
}

/** A job that was completed, with its reply, its wave and its six changes. */
export function finishedJob(userId: string, createdAt: Date): Job {
  const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)
  const entry = (seconds: number, step: string, status: TimelineStep['status'], progress: number) => ({
    at: at(seconds),
    step,
    status,
    progress,
  })
  return {
    ...submittingJob(userId, 'What is the weather like in the mountains today?'),
    status: 'completed',
    rank: 5,
    progress: 100,
    version: 6,
    timeline: [
      entry(0, 'submitted', 'pending', 0),
      entry(1, 'chat-started', 'processing', 10),
      entry(3, 'reply-written', 'processing', 40),
      entry(3, 'speech-started', 'processing', 50),
      entry(5, 'speech-progressed', 'processing', 90),
      entry(6, 'completed', 'completed', 100),
    ],
    attempt: 1,
    startedAttempt: 1,
    starts: 1,
    lane: 'fast',
    call: { period: createdAt, owed: true },
    giveUpAt: at(86_400),
    aiResponse: 'It is sunny and cold, with a light wind from the north. '.repeat(6),
    audio: {
      name: `${randomUUID()}.mp3`,
      sizeBytes: 150_000,
      durationMs: 9_000,
      peaks: Array.from({ length: 120 }, () => 0.5),
    },
    createdAt,
    updatedAt: at(6),
    completedAt: at(6),
  }
}
