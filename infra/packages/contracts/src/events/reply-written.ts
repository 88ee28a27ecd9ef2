import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/** The whole reply is stored in chat under the job's id; the same reply is reported for every repeated request. */
export const ReplyWritten = defineEvent(
  'job.steps',
  'reply-written',
  z.object({ jobId: JobId, attempt: z.int(), reply: z.string(), tokens: z.int(), model: z.string() }),
)
