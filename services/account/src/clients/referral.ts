import { FoundCode } from '@utter/contracts/http/internal/find-code'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Log } from '@utter/telemetry/log'

export type ReferralClient = ReturnType<typeof createReferralClient>

/** Calls to referral, with a short deadline: a sign-up goes on without its answer. */
export function createReferralClient(baseUrl: string, signer: IdentitySigner, log: Log) {
  return {
    /** The account with this code; null only when referral answers so: while it is unavailable every code passes, as nobody's. */
    async ownerOf(code: string): Promise<{ userId?: string | undefined } | null> {
      try {
        const path = `/internal/codes/${encodeURIComponent(code)}`
        return await callService({ baseUrl, audience: 'referral', path, limitMs: 500 }, signer, FoundCode)
      } catch (error) {
        if (error instanceof CallRefused && error.status === 404) return null
        log.warn({ err: error }, 'a referral code passes without referral')
        return {}
      }
    },
  }
}
