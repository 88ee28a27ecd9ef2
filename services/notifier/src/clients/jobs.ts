import { type CompareVersions, JobVersions } from '@utter/contracts/http/internal/jobs/compare-versions'
import { ChangedJobs } from '@utter/contracts/http/internal/jobs/get-changed-jobs'
import { DetailsById, type JobDetailsQuery } from '@utter/contracts/http/internal/jobs/get-job-details'
import { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import { JobView } from '@utter/contracts/http/jobs/job-views'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { unavailable } from '@utter/http/problem'

/** An account of a comparison; with `since` all of its jobs that changed from then on are compared as well. */
export type AccountVersions = { userId: string; ids: string[]; since?: Date }
export type JobsClient = ReturnType<typeof createJobsClient>

/** Calls to jobs, on behalf of open streams: the present state, and what they missed. */
export function createJobsClient(baseUrl: string, signer: IdentitySigner) {
  const target = { baseUrl, audience: 'jobs', limitMs: 3_000 }
  return {
    /** Null when the account has no such job. @throws Problem 503 while jobs is unavailable */
    job: (userId: string, jobId: string): Promise<JobView | null> =>
      orNull(
        callService(
          { ...target, path: `/internal/accounts/${userId}/jobs/${encodeURIComponent(jobId)}` },
          signer,
          JobView,
        ),
      ),
    /** Null when the account has no such work. @throws Problem 503 while jobs is unavailable */
    work: (userId: string, workId: string): Promise<WorkForNotifier | null> =>
      orNull(
        callService(
          { ...target, path: `/internal/accounts/${userId}/works/${encodeURIComponent(workId)}` },
          signer,
          WorkForNotifier,
        ),
      ),
    /** By account: the versions of the jobs that were named, and of those that changed since then. */
    versions(accounts: AccountVersions[]): Promise<JobVersions> {
      const body: CompareVersions = {
        accounts: accounts.map(({ since, ...one }) => ({ ...one, ...(since && { since: since.toISOString() }) })),
      }
      return callService({ ...target, path: '/internal/versions', method: 'POST', body }, signer, JobVersions)
    },
    /** Replies and positions, by job; those that have ended are left out. */
    details: (named: JobDetailsQuery['jobs']): Promise<DetailsById> =>
      callService(
        { ...target, path: '/internal/job-details', method: 'POST', body: { jobs: named } },
        signer,
        DetailsById,
      ),
    /** @throws Problem 503 while jobs is unavailable */
    async changedSince(userId: string, since: Date): Promise<JobView[]> {
      const path = `/internal/accounts/${userId}/changed?since=${since.toISOString()}`
      return callService({ ...target, path }, signer, ChangedJobs).catch((error) => {
        throw unavailable(undefined, 1, error)
      })
    },
  }
}

async function orNull<Found>(answer: Promise<Found>): Promise<Found | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return null
    throw unavailable(undefined, 1, error)
  }
}
