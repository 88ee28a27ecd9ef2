import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { JobState } from '../domain/job/job.ts'

/** @param audioOf the job that spoke its audio, if nothing plays that any more */
export const jobDeleted = ({ _id: jobId, userId, version, completedAt }: JobState, audioOf?: string) =>
  eventOf(JobDeleted, {
    ...{ userId, version },
    data: { jobId, ...(audioOf && { audioOf }), ...(completedAt && { endedAt: completedAt.toISOString() }) },
  })
