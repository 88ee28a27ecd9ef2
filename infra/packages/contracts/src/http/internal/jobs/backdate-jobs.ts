import * as z from 'zod/mini'
import { Instant, JobId } from '../../../ids.ts'

/** `POST /internal/jobs/backdate`, operator to jobs: ended jobs of one account, each with the time at which it is to have been created. */
export const BackdateJobs = z.object({
  userId: z.uuid('userId must be a UUID'),
  jobs: z.array(z.object({ id: JobId, createdAt: Instant })).check(z.maxLength(1_000)),
})
export type BackdateJobs = z.infer<typeof BackdateJobs>

export const BackdatedJobs = z.object({ moved: z.int() })
