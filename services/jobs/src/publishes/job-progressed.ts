import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { ShownJob } from '../domain/job/job.ts'

export const jobProgressed = (job: ShownJob) =>
  eventOf(JobProgressed, {
    userId: job.userId,
    version: job.version,
    data: {
      jobId: job._id,
      status: job.status,
      step: job.timeline.at(-1)?.step ?? 'submitted',
      progress: job.progress,
      at: job.updatedAt.toISOString(),
    },
  })
