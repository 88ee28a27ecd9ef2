import { Scope } from '@utter/contracts/credential'
import { TierName } from '@utter/contracts/plans'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { Problem, unauthorized } from './problem.ts'

/** Signed by the gateway, for one service, for a minute; the header is stripped from whatever comes from outside. */
export const identityHeader = 'x-utter-identity'
const lifetimeMs = 60_000

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

/** Every forwarded request says where it came from; a visitor's says no more. */
const Caller = z.object({ address: z.string(), person: z.optional(Identity) })
export type Caller = z.infer<typeof Caller>

/** What one service shows another, and the operator's commands show all. */
const Internal = z.object({ role: z.enum(['operator', 'service']), name: z.string() })
export type Internal = z.infer<typeof Internal>

export function createIdentitySigner(key: string) {
  const signers = new Map<string, (claims: Record<string, unknown>) => string>()
  const sign = (audience: string, claims: Record<string, unknown>): string => {
    let signer = signers.get(audience)
    if (!signer) {
      signer = createSigner({ key, algorithm: 'HS256', aud: audience, expiresIn: lifetimeMs })
      signers.set(audience, signer)
    }
    return signer(claims)
  }
  // Who asks again within half of a word's life is given the same one: signing costs more than all else that is done here.
  const signed = new LRUCache<string, string>({ max: 5_000, ttl: lifetimeMs / 2 })
  return {
    caller(audience: string, caller: Caller): string {
      const key = `${audience} ${JSON.stringify(caller)}`
      const known = signed.get(key)
      if (known) return known
      const word = sign(audience, { ...caller })
      signed.set(key, word)
      return word
    },
    internal: (audience: string, internal: Internal) => sign(audience, { ...internal }),
  }
}
export type IdentitySigner = ReturnType<typeof createIdentitySigner>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The checks that a service puts before its routes. @param audience the service's own name */
export function createIdentityGuard(key: string, audience: string) {
  // No cache: one would keep up to a thousand bearer tokens in memory for a saving of 10 µs.
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    allowedAud: audience,
    // Without this a token that names no service, or no end, would be good for all and for ever.
    requiredClaims: ['aud', 'exp'],
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
  const caller = (request: FastifyRequest): Caller => {
    const parsed = Caller.safeParse(claims(request))
    if (!parsed.success) throw unauthorized()
    return parsed.data
  }
  return {
    /** Only for a person; an API key only with this scope (none given: a session alone). */
    required: (scope?: Scope) => async (request: FastifyRequest, _reply: FastifyReply) => {
      request.caller = caller(request)
      const { person } = request.caller
      if (!person) throw unauthorized()
      if (person.keyId && !(scope && person.scopes.includes(scope))) {
        throw new Problem(
          403,
          'missing_scope',
          scope ? `This API key lacks the scope ${scope}` : 'This needs a login, not an API key',
        )
      }
    },
    /** Visitors too; whoever did not come through the gateway is refused all the same. */
    anybody: async (request: FastifyRequest, _reply: FastifyReply) => {
      request.caller = caller(request)
    },
    internal: async (request: FastifyRequest, _reply: FastifyReply) => {
      if (!Internal.safeParse(claims(request)).success) throw unauthorized()
    },
  }
}
export type IdentityGuard = ReturnType<typeof createIdentityGuard>

/** The person that a `required` guard has found. */
export function whoAsks(request: FastifyRequest): Identity {
  if (!request.caller?.person) throw unauthorized()
  return request.caller.person
}
