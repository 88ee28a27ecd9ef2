import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/**
 * A reply of a job with `stream`, as far as it is written: each stands for the ones before it. For those who read along: some may be missing, and the
 * last one is not the whole reply.
 */
export const ReplyProgressed = defineEvent(
  'job.live',
  'reply-progressed',
  z.object({ jobId: JobId, attempt: z.int(), text: z.string() }),
)
