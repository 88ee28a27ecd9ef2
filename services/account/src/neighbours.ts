import { Usage } from '@utter/contracts/http/account'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Log } from '@utter/telemetry/log'
import * as z from 'zod/mini'

export type Neighbours = ReturnType<typeof createNeighbours>

/** What account asks of others: with short deadlines, and done without when they are unavailable. */
export function createNeighbours({
  jobsUrl,
  referralUrl,
  signer,
  log,
}: {
  jobsUrl: string
  referralUrl: string
  signer: IdentitySigner
  log: Log
}) {
  return {
    async usage(userId: string): Promise<Usage | undefined> {
      try {
        return await callService(
          { baseUrl: jobsUrl, audience: 'jobs', path: `/internal/accounts/${userId}/usage`, limitMs: 500 },
          signer,
          Usage,
        )
      } catch (error) {
        if (!(error instanceof CallRefused && error.status === 404))
          log.warn({ err: error }, 'usage is told without jobs')
        return undefined
      }
    },
    /** False only when referral says so: while it is unavailable every code passes, and it decides later whom a code counts for. */
    async isReferralCode(code: string): Promise<boolean> {
      try {
        await callService(
          {
            baseUrl: referralUrl,
            audience: 'referral',
            path: `/internal/codes/${encodeURIComponent(code)}`,
            limitMs: 500,
          },
          signer,
          z.object({ code: z.string() }),
        )
        return true
      } catch (error) {
        if (error instanceof CallRefused && error.status === 404) return false
        log.warn({ err: error }, 'a referral code passes without referral')
        return true
      }
    },
  }
}
