import { clockToleranceMs, Grant, hasScope, type Scope } from '@utter/contracts/credential'
import { TierName } from '@utter/contracts/plans'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { IdentityPublicKeys, SignerName } from './identity-keys.ts'
import { Problem, unauthorized } from './problem.ts'
import { tokenRefused } from './token-refusal.ts'

/** The header with the token: signed by the gateway, for one service, for a minute; stripped from requests from outside. */
export const identityHeader = 'x-utter-identity'
export const tokenLifetimeMs = 60_000

/** The account of a request, as the gateway authenticated it. A session may do everything; a key what its scopes allow. */
export const Identity = z.object({
  userId: z.uuid(),
  tier: TierName,
  /** The anchor of the free plan's months. */
  signedUpAt: z.iso.datetime(),
  /** Deleted accounts whose calls of the free month count for this one. */
  continues: z.optional(z.array(z.uuid())),
  /** Calls that the account has in a month before its address is verified. Absent: all of its plan's. */
  unverifiedLimit: z.optional(z.int()),
  sessionId: z.optional(z.string()),
  /** When the owner of a session gave the password last. */
  verifiedAt: z.optional(z.iso.datetime()),
  keyId: z.optional(z.string()),
  /** Calls that the API key may take in a period. Absent: as many as its account. */
  monthlyCap: z.optional(z.int()),
  ...Grant.shape,
})
export type Identity = z.infer<typeof Identity>

/** The caller of a forwarded request: its address, and the identity unless it is a visitor. */
const Caller = z.object({
  address: z.string(),
  identity: z.optional(Identity),
  /** At a sign-up or login: the hash of the browser's device cookie. */
  device: z.optional(z.string()),
  /** The gateway has just found Redis unavailable: an answer that can do without Redis does not ask it again. */
  withoutRedis: z.optional(z.boolean()),
})
export type Caller = z.infer<typeof Caller>

/** The callers whom a route lets in: an account, by a session alone (or a fresh one), a key alone, or both with this scope (or two), everybody, or processes. */
export type Access = 'session' | 'fresh session' | 'key' | Scope | `${Scope} ${Scope}` | 'anybody' | 'internal'
/** An `onRequest` hook that admits a request or throws: the `access` of a route. `admits` is for whom it is. */
export type Guard = ((request: FastifyRequest) => Promise<void>) & { readonly admits: Access }
const guardOf = (admits: Access, hook: (request: FastifyRequest) => Promise<void>): Guard =>
  Object.assign(hook, { admits })

/** The claims of a call between services, and of the operator's commands: the signer alone is the identity. */
const Internal = z.object({ internal: z.literal(true) })

/** @param key the signer's own, in PEM (`identityKey` of identity-keys.ts) */
export function createIdentitySigner(key: string, name: SignerName, lifetimeMs = tokenLifetimeMs) {
  const byAudience = new Map<string, (claims: Record<string, unknown>) => string>()
  const sign = (audience: string, claims: Record<string, unknown>): string => {
    let signer = byAudience.get(audience)
    if (!signer) {
      signer = createSigner({ key, kid: name, algorithm: 'EdDSA', iss: name, aud: audience, expiresIn: lifetimeMs })
      byAudience.set(audience, signer)
    }
    return signer(claims)
  }
  // Tokens are cached for half of their lifetime: signing is the most expensive part of a request.
  const signed = new LRUCache<string, string>({ max: 5_000, ttl: lifetimeMs / 2 })
  const cached = (id: string, make: () => string): string => {
    const known = signed.get(id)
    if (known) return known
    const token = make()
    signed.set(id, token)
    return token
  }
  return {
    caller(audience: string, caller: Caller): string {
      return cached(`${audience} ${JSON.stringify(caller)}`, () => sign(audience, { ...caller }))
    },
    internal: (audience: string) => cached(audience, () => sign(audience, { internal: true })),
  }
}
export type IdentitySigner = ReturnType<typeof createIdentitySigner>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Tokens that are remembered as verified, by their hash: each is verified once in a process, at 100 µs and more. */
const maxVerified = 5_000

/** The time after a password was given in which a session may make what outlives it: long enough for a person, too short for a visitor. */
const freshMs = 15 * 60_000
const passwordNeeded = () => new Problem(403, 'password_required', 'Give your password again to go on')

/** RFC 9110, 15.5.2: a 401 says by which scheme. */
export const keyNeeded = () => unauthorized('Not logged in', { 'www-authenticate': 'Bearer' })

/**
 * For an act of a session that only sometimes needs a fresh one.
 * @throws Problem 403, as the guard `fresh`
 */
export function mustBeFresh({ verifiedAt }: Pick<Identity, 'verifiedAt'>): void {
  if (!verifiedAt || Date.now() - Date.parse(verifiedAt) > freshMs) throw passwordNeeded()
}

/** The checks that a service puts before its routes. @param audience the service's own name */
export function createIdentityGuard(publicKeys: IdentityPublicKeys, audience: string) {
  const verifiers = new Map(
    [...publicKeys].map(([name, keys]) => [
      name,
      keys.map((key) =>
        createVerifier({
          key,
          algorithms: ['EdDSA'],
          allowedIss: name,
          allowedAud: audience,
          // Without this a token that names no service, or no end, would be good for all and for ever.
          requiredClaims: ['iss', 'aud', 'exp'],
          clockTolerance: clockToleranceMs,
          cache: maxVerified,
          cacheTTL: tokenLifetimeMs,
        }),
      ),
    ]),
  )
  /** The claims of a token that one of these has signed. */
  const claims = (request: FastifyRequest, allowed: readonly SignerName[]): unknown => {
    const token = request.headers[identityHeader]
    if (typeof token !== 'string') throw unauthorized()
    const name = signerOf(token)
    const keys = (allowed.find((one) => one === name) && verifiers.get(name)) || []
    let cause: unknown
    for (const verify of keys) {
      try {
        return verify(token)
      } catch (error) {
        cause = error
      }
    }
    throw tokenRefused(cause)
  }
  const caller = (request: FastifyRequest): Caller => {
    const parsed = Caller.safeParse(claims(request, ['gateway']))
    if (!parsed.success) throw tokenRefused(parsed.error)
    return parsed.data
  }
  const admit = (request: FastifyRequest, scopes: Scope[] = []): Identity => {
    request.caller = caller(request)
    const { identity } = request.caller
    if (!identity) throw unauthorized()
    if (identity.keyId && scopes.length === 0)
      throw new Problem(403, 'missing_scope', 'This needs a login, not an API key')
    const missing = scopes.find((scope) => !mayDo(identity, scope))
    if (missing) throw new Problem(403, 'missing_scope', `This API key lacks the scope ${missing}`)
    return identity
  }
  return {
    /** Only for an account; an API key only with this scope, or both (none given: a session alone). */
    required: (...scopes: [] | [Scope] | [Scope, Scope]) =>
      guardOf(scopes.length ? (scopes.join(' ') as Access) : 'session', async (request) => void admit(request, scopes)),
    /** A session alone, whose owner gave the password within 15 minutes: for what goes on when the session has ended. */
    fresh: guardOf('fresh session', async (request) => mustBeFresh(admit(request))),
    /** An API key alone, with any scopes: a browser that has a session gets no further. */
    key: guardOf('key', async (request) => {
      request.caller = caller(request)
      if (!request.caller.identity?.keyId) throw keyNeeded()
    }),
    /** Visitors too; a request that did not pass the gateway is refused all the same. */
    anybody: guardOf('anybody', async (request) => {
      request.caller = caller(request)
    }),
    /** Only for these, never for an account. */
    internal: (first: SignerName, ...others: SignerName[]) => {
      const allowed = [first, ...others]
      return guardOf('internal', async (request) => {
        if (!Internal.safeParse(claims(request, allowed)).success) throw unauthorized()
      })
    },
  }
}
export type IdentityGuard = ReturnType<typeof createIdentityGuard>

/** The signer that a token names: its key is to verify it. */
function signerOf(token: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString())
    return String((header as { kid?: unknown } | null)?.kid)
  } catch {
    return ''
  }
}

/** The identity that a `required` guard has authenticated. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.caller?.identity) throw unauthorized()
  return request.caller.identity
}

/** Whether an account may do what needs this scope: by a session always, by a key that has it. */
export const mayDo = (identity: Identity, scope: Scope): boolean => !identity.keyId || hasScope(identity, scope)
