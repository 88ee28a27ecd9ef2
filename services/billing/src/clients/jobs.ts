import { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'

export type JobsClient = ReturnType<typeof createJobsClient>

/** Calls to jobs, for the bills of segments that are over. */
export function createJobsClient(baseUrl: string, signer: IdentitySigner) {
  return {
    /** @throws while jobs is unavailable */
    async segments(userId: string): Promise<Segments['segments']> {
      const path = `/internal/accounts/${userId}/segments`
      return (await callService({ baseUrl, audience: 'jobs', path, limitMs: 3_000 }, signer, Segments)).segments
    },
  }
}
