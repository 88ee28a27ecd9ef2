import { JobCancelled } from '@utter/contracts/events/job-cancelled'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { ShownJob } from '../domain/job/job.ts'

export const jobCancelled = ({ _id: jobId, userId, version }: ShownJob) =>
  eventOf(JobCancelled, { userId, version, data: { jobId } })
