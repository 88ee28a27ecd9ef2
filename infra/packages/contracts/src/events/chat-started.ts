import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/** Chat holds the claim and is about to ask the model. */
export const ChatStarted = defineEvent('job.steps', 'chat-started', z.object({ jobId: JobId, attempt: z.int() }))
