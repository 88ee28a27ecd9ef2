import * as z from 'zod/mini'
import { Credential } from '../../../credential.ts'

/**
 * `POST /internal/credentials`, gateway to account. `cache` false: account does not fill Redis, since the gateway has found it unavailable
 * and waiting for it once is enough.
 */
export const ResolveCredential = z.object({
  hash: z.string(),
  cache: z._default(z.boolean(), true),
})
export type ResolveCredential = z.input<typeof ResolveCredential>

/** Null: no session and no key has a token of this hash. */
export const ResolvedCredential = z.object({ credential: z.nullable(Credential) })
