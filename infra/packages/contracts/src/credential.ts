import * as z from 'zod/mini'
import { Instant, UserId } from './ids.ts'
import { TierName } from './tiers.ts'

export const scopes = ['jobs:write', 'jobs:read', 'jobs:delete', 'usage:read'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** The scopes that every version knows: one of before 2026-11-26 refuses a credential with another. */
const FirstScope = z.enum(['jobs:write', 'jobs:read', 'usage:read'])
/**
 * Scopes as they are stored and sent: those that were added since are in a field that a version before passes over. Without that field
 * they were granted before deletion had a scope of its own, and `jobs:write` deletes.
 */
export const Grant = z.object({ scopes: z.array(FirstScope), addedScopes: z.optional(z.array(z.string())) })
export type Grant = z.infer<typeof Grant>

export const grantOf = (granted: readonly Scope[]): Required<Grant> => {
  const isFirst = (scope: Scope): scope is z.infer<typeof FirstScope> => FirstScope.safeParse(scope).success
  return { scopes: granted.filter(isFirst), addedScopes: granted.filter((scope) => !isFirst(scope)) }
}
export const hasScope = ({ scopes: first, addedScopes: added }: Grant, scope: Scope): boolean =>
  [...first, ...(added ?? [])].includes(scope) || (!added && scope === 'jobs:delete' && first.includes('jobs:write'))
export const scopesOf = (grant: Grant): Scope[] => scopes.filter((scope) => hasScope(grant, scope))

/**
 * The account and the rights of a session or an API key, as account keeps them and Redis holds a copy: never the token
 * itself. `version` is the account's; a copy is never replaced by an older one.
 */
export const Credential = z.object({
  userId: UserId,
  tier: TierName,
  /** The anchor of the free plan's months: the sign-up, or that of the first of `continues`. */
  signedUpAt: Instant,
  /** Deleted accounts of the same mailbox, whose calls of the free month count for this one. */
  continues: z.optional(z.array(UserId)),
  /** Calls that the account has in a month before its address is verified. Absent: all of its plan's. */
  unverifiedLimit: z.optional(z.int()),
  sessionId: z.optional(z.string()),
  /** When the owner of a session gave the password last. */
  verifiedAt: z.optional(Instant),
  keyId: z.optional(z.string()),
  ...Grant.shape,
  /** Present: the account is suspended. */
  isSuspended: z.optional(z.literal(true)),
  /** Requests in 60 s that spend something. */
  rate: z.int(),
  /**
   * Limits of an API key: the addresses that may use it (IPv4 or IPv6, CIDR), its own requests in 60 s, its calls a
   * period. Absent: no limit.
   */
  networks: z.optional(z.array(z.string())),
  keyRate: z.optional(z.int()),
  monthlyCap: z.optional(z.int()),
  /** Present: the key is paused. A version before, which does not know the field, refuses it by `expiresAt`: the time of the pause. */
  isPaused: z.optional(z.literal(true)),
  expiresAt: z.nullable(Instant),
  version: z.int(),
})
export type Credential = z.infer<typeof Credential>

export const credentialPrefix = 'credential:'
/**
 * Key of a copy in Redis, by the hash of its token. The value is a credential as JSON, or the mark of a revoked one.
 */
export const credentialKey = (hash: string): string => `${credentialPrefix}${hash}`
export const revokedMark = 'revoked'
/** Lifetime of an unused entry in the cache; that of a revoked credential outlives every copy. */
export const copyLifetimeSeconds = 60
export const markLifetimeSeconds = 180
/**
 * The largest lead of a service's clock over the signer's at the end of a token or a copy, in ms: as in Spring Security. Tokens of a machine that was
 * suspended for a minute are still accepted; a clock that is off by minutes is a fault to be mended, and a stolen token is not to live so long.
 */
export const clockToleranceMs = 60_000

/** Prefix of API keys: secret scanners find a leaked one by it, and no session token has it. */
export const keyPrefix = 'utter_'
