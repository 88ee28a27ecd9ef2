import { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Log } from '@utter/telemetry/log'

export type JobsClient = ReturnType<typeof createJobsClient>

/** Calls to jobs, with a short deadline: a login goes on without its answer. */
export function createJobsClient(baseUrl: string, signer: IdentitySigner, log: Log) {
  return {
    /** Undefined when the account has no allowance yet, or jobs is unavailable. */
    async usage(userId: string): Promise<Usage | undefined> {
      try {
        const path = `/internal/accounts/${userId}/usage`
        return await callService({ baseUrl, audience: 'jobs', path, limitMs: 500 }, signer, Usage)
      } catch (error) {
        if (!(error instanceof CallRefused && error.status === 404))
          log.warn({ err: error }, 'usage is unknown, as jobs is unavailable')
        return undefined
      }
    },
  }
}
