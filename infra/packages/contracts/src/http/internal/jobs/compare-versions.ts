import * as z from 'zod/mini'
import { AccountParams } from '../account-params.ts'

/** `POST /internal/versions`, notifier to jobs: up to 100 accounts in a call, each with up to 1,000 of its jobs. */
export const CompareVersions = z.object({
  accounts: z
    .array(
      z.extend(AccountParams, {
        ids: z.array(z.string()).check(z.maxLength(1_000)),
        /** Also the versions of all jobs that changed since then. */
        since: z.optional(z.iso.datetime('since must be a time')),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})
export type CompareVersions = z.infer<typeof CompareVersions>

const VersionById = z.record(z.string(), z.int())

/** By account: the versions of the jobs that were named, and of those that changed, the latest ones: at most one more than a client is sent. A job that is not there is left out. */
export const JobVersions = z.record(z.string(), z.object({ versions: VersionById, changed: VersionById }))
export type JobVersions = z.infer<typeof JobVersions>
