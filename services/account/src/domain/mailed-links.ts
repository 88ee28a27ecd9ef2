import type { mailLinks } from '@utter/contracts/http/internal/account/mail-recipient'
import type { User } from './user.ts'

type MailedLinkRule = {
  /** The field of the account's document that has the hash of its token. */
  field: Extract<keyof User, 'passwordReset' | 'emailVerification'>
  lifetimeMs: number
  /** Where it leads; the token is appended. */
  path: string
}

/** Links that work once, of which only the hash of the token is kept. */
export const mailedLinks: Record<(typeof mailLinks)[number], MailedLinkRule> = {
  'password-forgotten': { field: 'passwordReset', lifetimeMs: 3_600_000, path: '/login?reset=' },
  'email-verification': { field: 'emailVerification', lifetimeMs: 24 * 3_600_000, path: '/verify-email?token=' },
}
