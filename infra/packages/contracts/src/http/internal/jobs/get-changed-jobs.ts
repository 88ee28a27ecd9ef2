import * as z from 'zod/mini'
import { JobView } from '../../jobs/job-views.ts'

/** The query of `GET /internal/accounts/:userId/changed`, notifier to jobs. */
export const ChangedSince = z.object({ since: z.iso.datetime('since must be a time') })

/** A client that missed more jobs than this reads its lists again. */
export const maxChangedJobs = 500

/** The account's jobs that changed since then, newest first: at most one more than a client is sent. */
export const ChangedJobs = z.array(JobView)
