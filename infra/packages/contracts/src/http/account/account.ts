import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { email, sentBody } from '../fields.ts'
import { InterfaceLanguage } from '../languages.ts'
import { currentPassword, password } from './password.ts'

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
  /** The language of the account's mails; absent: English. */
  language: z.optional(InterfaceLanguage),
  /** A solved challenge, which a refusal with the code `proof_required` brings. */
  proof: z.optional(z.string('Invalid proof').check(z.maxLength(4_000, 'Invalid proof'))),
})
export type SignUp = z.infer<typeof SignUp>

/** `PUT /api/auth/language`: the language of the account's mails. */
export const SetLanguage = sentBody({ language: InterfaceLanguage })

export const LogIn = sentBody({ email: email(limits.email), password: currentPassword('Password is required') })
export type LogIn = z.infer<typeof LogIn>

/** `POST /api/auth/verify-password`: makes the session a fresh one, with which keys and the webhook may be set. */
export const VerifyPassword = sentBody({ password: currentPassword('Password is required for verification') })

const linkSentence = 'This link is no longer valid'
export const ResetPassword = sentBody({ token: z.string(linkSentence).check(z.maxLength(200, linkSentence)), password })

/** `POST /api/auth/forgot-password`. */
export const ForgotPassword = sentBody({ email: email(limits.email) })

/** `POST /api/auth/verify-email`: the token of a mailed link. */
export const VerifyEmail = sentBody({ token: z.string(linkSentence).check(z.maxLength(200, linkSentence)) })
