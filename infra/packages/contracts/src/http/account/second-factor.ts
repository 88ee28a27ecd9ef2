import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** How a session began: by the password alone, with a code of the app or a recovery code after it, or by a passkey. */
export const signInMethods = ['password', 'code', 'recovery-code', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** A passkey as its owner sees it. */
export const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: Instant,
  /** Null: it was not used yet. */
  lastUsedAt: z.nullable(Instant),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

/** `GET /api/auth/second-factor`. */
export const SecondFactorView = z.object({
  /** Null: a password is enough. */
  totp: z.nullable(z.object({ addedAt: Instant, lastUsedAt: Instant })),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(PasskeyRow),
})
export type SecondFactorView = z.infer<typeof SecondFactorView>
