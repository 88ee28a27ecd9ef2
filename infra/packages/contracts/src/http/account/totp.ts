import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { requiredText, sentBody } from '../fields.ts'

/** Recovery codes that an account gets at once. */
export const recoveryCodeCount = 10
/** Milliseconds in which a code has to follow the right password. */
export const loginTicketLifetimeMs = 5 * 60_000

/** `POST /api/auth/second-factor/totp`: the only answer that holds the secret. */
export const StartedTotp = z.object({
  /** For a QR code: `otpauth://totp/…`. */
  uri: z.string(),
  /** The same secret to be typed, in base32. */
  secret: z.string(),
  /** Until when its first code is taken. */
  expiresAt: Instant,
})

const code = requiredText('Code', 64)

/** `POST /api/auth/second-factor/totp/confirm`: the app's first code turns it on. */
export const ConfirmTotp = sentBody({ code })

/** Recovery codes, in the only answer that holds them. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** `POST /api/auth/login/second-factor`: the ticket of the refused login, and a code of the app or a recovery code. */
export const LogInWithCode = sentBody({ ticket: requiredText('Ticket', 100), code })
