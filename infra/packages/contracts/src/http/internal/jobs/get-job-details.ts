import * as z from 'zod/mini'
import { PositionEvent } from '../../jobs/job-views.ts'
import { AccountParams } from '../account-params.ts'

export const maxJobsInCall = 100

/** `POST /internal/job-details`, notifier to jobs: jobs of any accounts, of which streams send more than their changes. */
export const JobDetailsQuery = z.object({
  jobs: z.array(z.extend(AccountParams, { id: z.string() })).check(z.minLength(1), z.maxLength(maxJobsInCall)),
})
export type JobDetailsQuery = z.infer<typeof JobDetailsQuery>

/** The reply once it is written; position 0 once the job is active. */
export const JobDetails = z.extend(PositionEvent, { reply: z.optional(z.string()) })
export type JobDetails = z.infer<typeof JobDetails>

/** Details by job. A job that has ended, or is not the account's, is left out. */
export const DetailsById = z.record(z.string(), JobDetails)
export type DetailsById = z.infer<typeof DetailsById>
