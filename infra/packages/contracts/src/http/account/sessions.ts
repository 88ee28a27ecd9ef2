import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { signInMethods } from './second-factor.ts'

/** A login of an account. */
export const SessionRow = z.object({
  id: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** Address of the login; null for sessions from before these were kept. */
  address: z.nullable(z.string()),
  /** The browser or program, and its system: `Firefox on Linux`. */
  client: z.nullable(z.string()),
  /** How its owner signed in; absent for sessions from before this was kept. */
  signedInBy: z.optional(z.enum(signInMethods)),
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>
/** `GET /api/auth/sessions`. */
export const SessionRows = z.array(SessionRow)

/** `DELETE /api/auth/sessions/{id}`. */
export const SessionParams = z.object({ id: z.string() })
