import { Credential } from '@utter/contracts/credential'
import { callService } from '@utter/http/call'
import type { Identity, IdentitySigner } from '@utter/http/identity'
import { away, Problem } from '@utter/http/problem'
import type { Log } from '@utter/telemetry/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isSpending } from './destinations.ts'
import type { Limits, Standing } from './limits.ts'
import { refuseCrossSite } from './same-site.ts'
import type { SessionCookie } from './session-cookie.ts'
import { invalidKey, type Token, tokenOf } from './token.ts'

const Resolved = z.object({ credential: z.nullable(Credential) })
/** Requests a second that go on while Redis is away: they read, and account is asked for each. */
const withoutRedisPerSecond = 50

export type AdmissionDeps = {
  limits: Limits
  cookie: SessionCookie
  signer: IdentitySigner
  accountUrl: string
  publicUrl: string
  readsPerMinute: number
  log: Log
}

export type Admission = ReturnType<typeof createAdmission>

/** Who asks, and whether they may now: for every request that is forwarded. `admit` answers null for a visitor. */
export function createAdmission({ limits, cookie, signer, accountUrl, publicUrl, readsPerMinute, log }: AdmissionDeps) {
  const withoutRedis = perSecond(withoutRedisPerSecond)

  /** @param prefix the destination that the router chose: an address may be spelt in many ways */
  async function admit(request: FastifyRequest, reply: FastifyReply, prefix: string): Promise<Identity | null> {
    const spends = isSpending(request.method, prefix)
    const token = tokenOf(request, cookie)
    if (token?.kind === 'session') refuseCrossSite(request, publicUrl)
    // A visitor can spend nothing: the service refuses, so only the wide limit counts.
    const ask = { hash: token?.hash ?? null, visitor: request.ip, spends: spends && token !== null, readsPerMinute }

    let standing: Standing
    let resolved: Credential | null = null
    try {
      standing = await limits.ask(ask)
      if (token && !standing.credential && !standing.isRevoked) {
        // Account fills the copy; unknown tokens are counted as their address's.
        resolved = await resolve(token)
        standing = await limits.ask(resolved ? ask : { ...ask, hash: null, spends: false })
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      if (spends || !withoutRedis()) throw away(error)
      log.debug({ err: error }, 'a read goes on without redis')
      return identityOf(token, token ? await resolve(token, false) : null)
    }
    tellLimit(reply, standing, spends)
    return identityOf(token, standing.credential ?? resolved)
  }

  /** Whether what a long answer was admitted by still stands. While nobody can say, it does. */
  async function holds(request: FastifyRequest): Promise<boolean> {
    const token = tokenOf(request, cookie)
    if (!token) return true
    try {
      const copy = await limits.look(token.hash)
      return copy === 'unknown' ? (await resolve(token)) !== null : copy === 'known'
    } catch (error) {
      log.debug({ err: error }, 'a stream goes on unseen')
      return true
    }
  }

  return { admit, holds }

  async function resolve(token: Token, copy = true): Promise<Credential | null> {
    try {
      const { credential } = await callService(
        {
          baseUrl: accountUrl,
          audience: 'account',
          path: '/internal/credentials',
          method: 'POST',
          body: { hash: token.hash, copy },
          limitMs: 2_000,
        },
        { name: 'gateway', signer },
        Resolved,
      )
      return credential
    } catch (error) {
      throw away(error)
    }
  }
}

/** A key that stands for nothing is an error that its owner must see; a session that is over makes a visitor. */
function identityOf(token: Token | null, credential: Credential | null): Identity | null {
  const isOver = credential?.expiresAt && Date.parse(credential.expiresAt) <= Date.now()
  if (!credential || isOver) {
    if (token?.kind === 'key') throw invalidKey()
    return null
  }
  const { userId, tier, signedUpAt, sessionId, keyId, scopes } = credential
  return { userId, tier, signedUpAt, scopes, ...(sessionId && { sessionId }), ...(keyId && { keyId }) }
}

function tellLimit(reply: FastifyReply, { allowed, limit, remaining, resetMs }: Standing, spends: boolean): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000))
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(seconds),
  }
  if (!allowed)
    throw new Problem(429, 'rate_limited', 'Rate limit exceeded', {
      headers: { ...headers, 'retry-after': String(seconds) },
    })
  if (spends) reply.headers(headers)
}

/** At most so many in each second of the clock. */
function perSecond(most: number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) {
      second = now
      count = 0
    }
    return ++count <= most
  }
}
