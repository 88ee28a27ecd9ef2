import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'
import { Stage } from '../jobs.ts'

/**
 * The step can't succeed however often it is tried. jobs publishes it itself for a reply whose voice nobody has, before the chat model is asked.
 * `error` is a sentence that the owner can act on.
 */
export const StepFailed = defineEvent(
  'job.steps',
  'step-failed',
  z.object({ jobId: JobId, attempt: z.int(), stage: Stage, code: z.string(), error: z.string() }),
)
