import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { email, sentBody } from '../fields.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { currentPassword, password } from './password.ts'

const noProof = 'Password is required for verification'
/** The owner's proof for an act: the password, or the answer of a passkey to a challenge of `POST /api/auth/verify-passkey/options`. */
const proof = { password: z.optional(currentPassword(noProof)), passkey: z.optional(PasskeyAnswer) }
const isProven = z.refine<{ password?: unknown; passkey?: unknown }>(
  ({ password: given, passkey }) => given !== undefined || passkey !== undefined,
  { path: ['password'], error: noProof },
)

export const ChangeEmail = sentBody({ newEmail: email(limits.email), ...proof }).check(isProven)

export const ChangePassword = sentBody({
  ...proof,
  newPassword: password,
  /** Whether all API keys of the account end too. */
  revokeKeys: z._default(z.boolean('revokeKeys must be true or false'), false),
}).check(isProven)

export const DeleteAccount = sentBody(proof).check(isProven)
