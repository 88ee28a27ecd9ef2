import { JobView } from '@utter/contracts/http/job-views'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { unavailable } from '@utter/http/problem'
import * as z from 'zod/mini'

const VersionsById = z.record(z.string(), z.int())
const Versions = z.record(z.string(), z.object({ versions: VersionsById, changed: VersionsById }))

export type AskedVersions = { userId: string; ids: string[]; since?: Date }
export type JobsClient = ReturnType<typeof createJobsClient>

/** What streams ask of jobs: the present state, and whether something was missed. */
export function createJobsClient(baseUrl: string, signer: IdentitySigner) {
  const target = { baseUrl, audience: 'jobs', limitMs: 3_000 }
  return {
    /** Null when the account has no such job. @throws Problem 503 while jobs is unavailable */
    async job(userId: string, jobId: string): Promise<JobView | null> {
      try {
        return await callService(
          { ...target, path: `/internal/accounts/${userId}/jobs/${encodeURIComponent(jobId)}` },
          signer,
          JobView,
        )
      } catch (error) {
        if (error instanceof CallRefused && error.status === 404) return null
        throw unavailable(undefined, 1, error)
      }
    },
    /** By account: the versions of the jobs that were asked for, and of those that changed since then. */
    versions: (accounts: AskedVersions[]): Promise<z.infer<typeof Versions>> =>
      callService({ ...target, path: '/internal/versions', method: 'POST', body: { accounts } }, signer, Versions),
    changedSince: (userId: string, since: Date): Promise<JobView[]> =>
      callService(
        { ...target, path: `/internal/accounts/${userId}/changed?since=${since.toISOString()}` },
        signer,
        z.array(JobView),
      ),
  }
}
