import { ExportedAccount } from '@utter/contracts/http/internal/account/export-account'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'

export type AccountClient = ReturnType<typeof createAccountClient>

/** Calls to account, for the zip of all of an account's data. */
export function createAccountClient(baseUrl: string, signer: IdentitySigner) {
  return {
    /** @throws Problem 503 when account is unavailable */
    async exported(userId: string): Promise<ExportedAccount> {
      const path = `/internal/accounts/${userId}/export`
      try {
        return await callService({ baseUrl, audience: 'account', path, limitMs: 5_000 }, signer, ExportedAccount)
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },
  }
}
