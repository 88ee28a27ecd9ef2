import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { email, sentBody } from '../fields.ts'
import { PasskeyAnswer } from './passkeys.ts'

/** NIST SP 800-63B counts each code point of a password as a character. */
const codePoints = (text: string) => [...text].length

const password = z.string('Password must be at least 8 characters').check(
  z.refine((text) => codePoints(text) >= limits.minPassword, 'Password must be at least 8 characters'),
  z.refine((text) => codePoints(text) <= limits.password, `Password must be at most ${limits.password} characters`),
)
const currentPassword = (sentence: string) =>
  z.string(sentence).check(z.minLength(1, sentence), z.maxLength(1_000, 'Password must be at most 1000 characters'))

const usernameSentence = 'Username may have letters, digits, spaces and . _ - only'

export const SignUp = sentBody({
  username: z.string('Username must be at least 3 characters').check(
    z.trim(),
    z.minLength(limits.minUsername, 'Username must be at least 3 characters'),
    z.maxLength(limits.username, `Username must be at most ${limits.username} characters`),
    // No character that is invisible, or that moves the text next to it.
    z.regex(/^[\p{L}\p{N}\p{M}._\- ]*$/u, usernameSentence),
    z.refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), usernameSentence),
  ),
  email: email(limits.email),
  password,
  /** An empty code is none. */
  referralCode: z.optional(
    z.string('Invalid referral code').check(z.trim(), z.maxLength(limits.referralCode, 'Invalid referral code')),
  ),
  /** A solved challenge, which a refusal with the code `proof_required` brings. */
  proof: z.optional(z.string('Invalid proof').check(z.maxLength(4_000, 'Invalid proof'))),
})
export type SignUp = z.infer<typeof SignUp>

export const LogIn = sentBody({ email: email(limits.email), password: currentPassword('Password is required') })
export type LogIn = z.infer<typeof LogIn>

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

/** `POST /api/auth/verify-password`: makes the session a fresh one, with which keys and the webhook may be set. */
export const VerifyPassword = sentBody({ password: currentPassword('Password is required for verification') })

export const DeleteAccount = sentBody(proof).check(isProven)

const linkSentence = 'This link is no longer valid'
export const ResetPassword = sentBody({ token: z.string(linkSentence).check(z.maxLength(200, linkSentence)), password })

/** `POST /api/auth/forgot-password`. */
export const ForgotPassword = sentBody({ email: email(limits.email) })

/** `POST /api/auth/verify-email`: the token of a mailed link. */
export const VerifyEmail = sentBody({ token: z.string(linkSentence).check(z.maxLength(200, linkSentence)) })
