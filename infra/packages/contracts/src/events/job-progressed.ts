import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, JobId } from '../ids.ts'
import { JobStatus } from '../jobs.ts'

/** A job that has not ended changed. Small, and kept for an hour: a consumer that misses a version reads the timeline from jobs. */
export const JobProgressed = defineEvent(
  'job.progressed',
  'job-progressed',
  z.object({
    jobId: JobId,
    status: JobStatus,
    step: z.string(),
    progress: z.int(),
    /** When the job changed; the event may be later. */
    at: z.optional(Instant),
  }),
)
