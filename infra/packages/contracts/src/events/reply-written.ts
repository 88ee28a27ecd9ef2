import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'
import { ChatWork } from '../jobs.ts'

/** The whole reply is stored in chat under the job's id; the same reply is reported for every repeated request. */
export const ReplyWritten = defineEvent(
  'job.steps',
  'reply-written',
  z.extend(ChatWork, { jobId: JobId, attempt: z.int(), reply: z.string() }),
)
