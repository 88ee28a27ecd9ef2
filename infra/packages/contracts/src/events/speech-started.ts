import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/** Speech holds the claim and is about to speak. From here on a job can't be cancelled. */
export const SpeechStarted = defineEvent('job.steps', 'speech-started', z.object({ jobId: JobId, attempt: z.int() }))
