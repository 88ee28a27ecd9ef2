import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, JobId } from '../ids.ts'

/**
 * A job that has ended is deleted, by its owner or at the end of its lifetime: its text and its reply go, and whoever keeps any of it removes
 * that. `audioOf` is the job that spoke its sound, which no job names any more, so that it goes too; absent: another job still plays it.
 * `endedAt`: when the job had ended, so that nobody looks for what is kept for a shorter time; older versions leave it out. Published at least once.
 */
export const JobDeleted = defineEvent(
  'job.deleted',
  'job-deleted',
  z.object({ jobId: JobId, audioOf: z.optional(JobId), endedAt: z.optional(Instant) }),
)
