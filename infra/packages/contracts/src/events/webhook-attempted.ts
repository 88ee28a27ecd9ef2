import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, JobId } from '../ids.ts'

/**
 * A webhook of a job's end was tried once more. `attempts` counts all tries so far, `delivered` is whether one of them
 * succeeded: neither ever falls, so the highest is the present one. `firstAttemptAt` is that of the schedule which the
 * try belongs to: the earlier of two is the start of the delivery. The job itself has not changed, and gets no new
 * version.
 */
export const WebhookAttempted = defineEvent(
  'job.steps',
  'webhook-attempted',
  z.object({
    jobId: JobId,
    attempts: z.int(),
    delivered: z.boolean(),
    firstAttemptAt: z.optional(Instant),
    deliveredAt: z.optional(Instant),
  }),
)
