import { type AskMailRecipient, MailRecipient } from '@utter/contracts/http/internal/account/mail-recipient'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'

export type AccountClient = ReturnType<typeof createAccountClient>

/** Calls to account, which alone has the addresses of people. */
export const createAccountClient = (baseUrl: string, signer: IdentitySigner) => ({
  /** Null: the account was deleted, or what the link is for is over. @throws while account is unavailable */
  async mailRecipient(userId: string, body: AskMailRecipient): Promise<MailRecipient | null> {
    const path = `/internal/accounts/${userId}/mail-recipient`
    try {
      return await callService(
        { baseUrl, audience: 'account', limitMs: 3_000, path, method: 'POST', body },
        signer,
        MailRecipient,
      )
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404) return null
      throw error
    }
  },
})
