import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, JobId } from '../ids.ts'
import { JobStatus } from '../jobs.ts'

/** A job that is still on its way changed. Thin, and kept an hour: whoever misses a version asks jobs for the timeline. */
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
