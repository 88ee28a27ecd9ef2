import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'

/**
 * This share of the text (0 to 1) has been spoken; published a few times a job, and it starts the clock of the step again. `isWaiting`: no
 * more than before, since others go first. `isAudible`: from now on the sound can be heard as it is spoken.
 */
export const SpeechProgressed = defineEvent(
  'job.steps',
  'speech-progressed',
  z.object({
    jobId: JobId,
    attempt: z.int(),
    done: z.number().check(z.gte(0), z.lte(1)),
    isWaiting: z.optional(z.boolean()),
    isAudible: z.optional(z.boolean()),
  }),
)
