import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/**
 * A job was cancelled before speech had started: a worker that finds its request asks no vendor for it, and one that is
 * at it stops. In the topic of deletions, which workers consume alongside their work and not behind it; its end is
 * `job-finished`. Published at least once.
 */
export const JobCancelled = defineEvent('job.deleted', 'job-cancelled', z.object({ jobId: JobId }))
