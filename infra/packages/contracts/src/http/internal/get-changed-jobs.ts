import * as z from 'zod/mini'
import { JobView } from '../job-views.ts'

/** The query of `GET /internal/accounts/:userId/changed`, notifier to jobs. */
export const ChangedSince = z.object({ since: z.iso.datetime('since must be a time') })

/** The account's jobs that changed since then. */
export const ChangedJobs = z.array(JobView)
