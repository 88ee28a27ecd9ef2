import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, JobId } from '../ids.ts'
import { Stage } from '../jobs.ts'

/** A transient fault of a vendor outlasted the attempts at once; the claim is released and jobs requests the step again at `until`. */
export const StepPostponed = defineEvent(
  'job.steps',
  'step-postponed',
  z.object({ jobId: JobId, attempt: z.int(), stage: Stage, until: Instant, code: z.string() }),
)
