import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { isShown, type Job } from '../../src/domain/job/job.ts'
import { newJob } from '../../src/domain/job/new-job.ts'

export const now = new Date('2026-03-20T12:00:00Z')

/** An accepted job that waits, but for what is given. */
export const aJob = (more: Partial<Job> = {}, kind: Job['kind'] = 'reply') => {
  const job: Job = {
    ...newJob(
      kind,
      randomUUID(),
      TtsRequest.parse({ userText: 'Hi', requestId: 'r', voiceId: 'v' }),
      randomUUID(),
      now,
    ),
    status: 'pending',
    version: 1,
    call: { period: now, owed: true },
    ...more,
  }
  if (!isShown(job)) throw new Error('not accepted')
  return job
}
