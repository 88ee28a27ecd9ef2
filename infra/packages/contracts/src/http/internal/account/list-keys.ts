import * as z from 'zod/mini'
import { Scope } from '../../../credential.ts'
import { Instant } from '../../../ids.ts'

export const KeyRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: Instant,
  /** To the minute; before the first use the same as `createdAt`. */
  usedAt: Instant,
  /** Null: it never expires. */
  expiresAt: z.nullable(Instant),
})
export type KeyRow = z.infer<typeof KeyRow>

/** `GET /internal/keys?email=…`, account to operator: the API keys of an account, never the keys themselves. */
export const KeyList = z.object({ keys: z.array(KeyRow) })
