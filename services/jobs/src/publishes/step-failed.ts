import { StepFailed } from '@utter/contracts/events/step-failed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { ShownJob } from '../domain/job/job.ts'

/** In place of the request to chat, for a job whose voice nobody has; with the sentence that speech would report. */
export const stepFailed = (job: ShownJob) =>
  eventOf(StepFailed, {
    userId: job.userId,
    version: job.version,
    data: { jobId: job._id, attempt: job.attempt, stage: 'chat', code: 'invalid_voice', error: 'Invalid voice ID' },
  })
