import { TierName } from '@utter/contracts/plans'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem, unauthorized } from './problem.ts'

/** Signed by the gateway, for one service, for a minute; the header is stripped from whatever comes from outside. */
export const identityHeader = 'x-utter-identity'
const lifetimeMs = 60_000

export const scopes = ['jobs:write', 'jobs:read', 'usage:read'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** Who asks, as the gateway found. A session may do everything; a key what its scopes say. */
export const Identity = z.object({
  userId: z.uuid(),
  tier: TierName,
  /** The anchor of the free plan's months. */
  signedUpAt: z.iso.datetime(),
  sessionId: z.optional(z.string()),
  keyId: z.optional(z.string()),
  scopes: z.array(Scope),
})
export type Identity = z.infer<typeof Identity>

/** What the operator's commands carry to `/internal/*`, and one service to another. */
const Internal = z.object({ role: z.enum(['operator', 'service']), name: z.string() })
export type Internal = z.infer<typeof Internal>

export function createIdentitySigner(key: string) {
  const signers = new Map<string, (claims: Record<string, unknown>) => string>()
  const signerFor = (audience: string) => {
    let signer = signers.get(audience)
    if (!signer) {
      signer = createSigner({ key, algorithm: 'HS256', aud: audience, expiresIn: lifetimeMs })
      signers.set(audience, signer)
    }
    return signer
  }
  return {
    identity: (audience: string, identity: Identity) => signerFor(audience)({ ...identity }),
    internal: (audience: string, internal: Internal) => signerFor(audience)({ ...internal }),
  }
}
export type IdentitySigner = ReturnType<typeof createIdentitySigner>

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

/** The checks that a service puts before its routes. `audience` is the service's own name. */
export function createIdentityGuard(key: string, audience: string) {
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    allowedAud: audience,
    cache: 1_000,
    clockTolerance: 5_000,
  })
  const claims = (request: FastifyRequest): unknown => {
    const token = request.headers[identityHeader]
    if (typeof token !== 'string') throw unauthorized()
    try {
      return verify(token)
    } catch (cause) {
      throw new Problem(401, 'unauthorized', 'Not logged in', { cause })
    }
  }
  const person = (request: FastifyRequest): Identity => {
    const parsed = Identity.safeParse(claims(request))
    if (!parsed.success) throw unauthorized()
    return parsed.data
  }
  return {
    /** Only with an identity; a key only with this scope (no scope given: a session alone). */
    required: (scope?: Scope) => async (request: FastifyRequest, _reply: FastifyReply) => {
      const identity = person(request)
      if (identity.keyId && !(scope && identity.scopes.includes(scope))) {
        throw new Problem(
          403,
          'missing_scope',
          scope ? `This API key lacks the scope ${scope}` : 'This needs a login, not an API key',
        )
      }
      request.identity = identity
    },
    /** Visitors pass as null; a false identity is refused all the same. */
    optional: async (request: FastifyRequest, _reply: FastifyReply) => {
      request.identity = request.headers[identityHeader] === undefined ? null : person(request)
    },
    internal: async (request: FastifyRequest, _reply: FastifyReply) => {
      if (!Internal.safeParse(claims(request)).success) throw unauthorized()
    },
  }
}
export type IdentityGuard = ReturnType<typeof createIdentityGuard>

/** The identity that a `required` guard has put there. */
export function whoAsks(request: FastifyRequest): Identity {
  if (!request.identity) throw unauthorized()
  return request.identity
}
