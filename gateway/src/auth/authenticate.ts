import type { Credential } from '@utter/contracts/credential'
import { doorOf } from '@utter/http/doors/door-of'
import type { Identity, IdentitySigner } from '@utter/http/identity'
import { networkOf } from '@utter/http/network-of'
import { forbidden, Problem, rateLimited, serviceUnavailable } from '@utter/http/problem'
import type { Log } from '@utter/telemetry/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'
import { clientAddress } from '../entrance/client-address.ts'
import { isOpenToSuspended, isSpending } from '../entrance/destinations.ts'
import type { RateLimitResult, RedisLimits } from '../limits/redis-limits.ts'
import { createReplicaCap } from '../limits/replica-cap.ts'
import { createCredentialLookup } from './credential-lookup.ts'
import { isInNetworks } from './networks.ts'
import { refuseCrossSite } from './same-site.ts'
import { createStreamWatch } from './stream-watch.ts'
import { invalidKey, pausedKey, type Token, tokenOf } from './token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose credential came, also where it is refused; null for a stranger. */
    sender: Sender | null
  }
}
/** Without `keyId` by a session. */
export type Sender = { userId: string; keyId?: string }

/** Reads a second that go on while Redis is unavailable, each with a request to account. */
const withoutRedisPerSecond = 50
/** Time for a client to take what was sent to it before its credential ended. */
const lastWordsMs = 2_000

export type AuthenticatorDeps = {
  limits: RedisLimits
  cookie: SessionCookie
  signer: IdentitySigner
  accountUrl: string
  publicUrl: string
  readsPerMinute: number
  /** Milliseconds between two checks of the credentials of open streams. */
  checkEveryMs: number
  log: Log
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Authentication and rate limit of every request that is forwarded. `authenticate` returns null for a visitor. */
export function createAuthenticator({
  limits,
  cookie,
  signer,
  accountUrl,
  publicUrl,
  readsPerMinute,
  checkEveryMs,
  log,
}: AuthenticatorDeps) {
  const waitWithoutRedis = createReplicaCap(withoutRedisPerSecond, 1_000)
  const { isUnknown, resolve } = createCredentialLookup(signer, accountUrl, log)
  const isStillValid = async (token: Token) => {
    const credential = await resolve(token)
    return credential !== null && !credential.isPaused
  }
  const streams = createStreamWatch({ limits, isStillValid, checkEveryMs, log })

  /**
   * @param prefix the destination that the router chose: an address may be spelt in many ways
   * @param spends by its address, unless its body tells
   */
  async function authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    prefix: string,
    spends = isSpending(request.method, prefix, request.url),
  ): Promise<Identity | null> {
    const token = tokenOf(request, cookie)
    // A browser adds cookies by itself, but never a key. Logging in and out have no cookie yet, and are checked too.
    if (token?.kind !== 'key') refuseCrossSite(request, publicUrl)
    // A visitor can spend nothing, since the service refuses: only the limit of reads counts.
    const query = {
      hash: token?.hash ?? null,
      visitor: networkOf(clientAddress(request)),
      spends: spends && token !== null,
      readsPerMinute,
    }

    let result: RateLimitResult
    let resolved: Credential | null = null
    try {
      result = await limits.check(query)
      noteSender(request, result.credential)
      if (token && result.allowed && !result.credential && !result.isRevoked && !isUnknown(token)) {
        // Account fills the copy. A token unknown there too was counted as a visitor of its address.
        resolved = await resolve(token)
        noteSender(request, resolved)
        // A read was counted; what spends is counted by its account, which the copy names.
        // So that an unsigned copy which says the same is believed from then on, a read is counted again as well.
        if (resolved && (spends || result.isUnverified)) {
          result = await limits.check({ ...query, resolved })
          if (spends && !result.credential && !result.isRevoked) throw new Error('the credential has no copy')
        }
      }
      // A second round trip, for bound keys alone: one that came into other hands must not use up the rate of its account.
      if (result.isUncounted) {
        const isAllowed = isFromOwnNetwork(request, result.credential)
        result = await limits.check(
          isAllowed ? { ...query, isInNetworks: true } : { ...query, hash: null, spends: false },
        )
        if (!isAllowed && result.allowed) throw wrongNetwork()
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      if (spends || waitWithoutRedis() > 0) throw serviceUnavailable(error)
      log.debug({ err: error }, 'a read goes on without redis')
      request.withoutRedis = true
      return identityFrom(request, prefix, token, resolved ?? (token && (await resolve(token, false))))
    }
    setRateLimitHeaders(request, reply, result, spends)
    return identityFrom(request, prefix, token, result.credential ?? resolved)
  }

  /** Ends a stream soon after its credential has ended. While neither Redis nor account can be asked, it goes on. */
  function endWithCredential(request: FastifyRequest, reply: FastifyReply): void {
    const token = tokenOf(request, cookie)
    if (!token || !request.identity || reply.raw.closed) return
    // Whole, since a browser reports a stream that is broken off as an error; one that is not read to its end is.
    const end = () => {
      reply.raw.end()
      const overdue = setTimeout(() => reply.raw.destroy(), lastWordsMs)
      reply.raw.once('close', () => clearTimeout(overdue))
    }
    const leave = streams.add(token, end)
    reply.raw.once('close', leave)
  }

  return { authenticate, endWithCredential }
}

/** The identity of a credential. An invalid key is an error, which its owner must see; an expired session makes a visitor. */
function identityFrom(
  request: FastifyRequest,
  prefix: string,
  token: Token | null,
  credential: Credential | null,
): Identity | null {
  noteSender(request, credential)
  if (credential?.isPaused) throw pausedKey()
  const isOver = credential?.expiresAt && Date.parse(credential.expiresAt) <= Date.now()
  if (!credential || isOver) {
    if (token?.kind === 'key') throw invalidKey()
    return null
  }
  // Also for the credentials that were not read in Redis.
  if (!isFromOwnNetwork(request, credential)) throw wrongNetwork()
  if (credential.isSuspended && !isOpenToSuspended(request.method, prefix, request.url)) throw suspended()
  const {
    userId,
    tier,
    signedUpAt,
    continues,
    unverifiedLimit,
    sessionId,
    verifiedAt,
    keyId,
    monthlyCap,
    scopes,
    addedScopes,
  } = credential
  return {
    userId,
    tier,
    signedUpAt,
    scopes,
    ...(addedScopes && { addedScopes }),
    ...(continues && { continues }),
    ...(unverifiedLimit !== undefined && { unverifiedLimit }),
    ...(sessionId && { sessionId }),
    ...(verifiedAt && { verifiedAt }),
    ...(keyId && { keyId }),
    ...(monthlyCap && { monthlyCap }),
  }
}

function noteSender(request: FastifyRequest, credential: Credential | null): void {
  if (credential) request.sender = { userId: credential.userId, ...(credential.keyId && { keyId: credential.keyId }) }
}

/** The address is the client's, as far as `TRUSTED_PROXIES` are believed. */
const isFromOwnNetwork = ({ ip }: FastifyRequest, credential: Credential | null): boolean =>
  !credential?.networks || isInNetworks(credential.networks, ip)
const suspended = () => forbidden('This account is suspended', 'account_suspended')
const wrongNetwork = () => forbidden('This API key may not be used from this network', 'wrong_network')

function setRateLimitHeaders(
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { allowed, limit, remaining, resetMs }: RateLimitResult,
  spends: boolean,
): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000))
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(seconds),
    ...(doorOf(url) === 'openai' && {
      'x-ratelimit-limit-requests': String(limit),
      'x-ratelimit-remaining-requests': String(remaining),
      'x-ratelimit-reset-requests': `${seconds}s`,
    }),
  }
  if (!allowed) throw rateLimited(resetMs, headers)
  if (spends) reply.headers(headers)
}
