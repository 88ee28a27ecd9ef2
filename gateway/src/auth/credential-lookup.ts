import type { Credential } from '@utter/contracts/credential'
import { type ResolveCredential, ResolvedCredential } from '@utter/contracts/http/internal/account/resolve-credential'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'
import { tokenRefusedLine } from '@utter/http/token-refusal'
import type { Log } from '@utter/telemetry/log'
import { LRUCache } from 'lru-cache'
import type { Token } from './token.ts'

/** Unknown tokens are cached for 5 s: no token is in use before account has made it, so it cannot become valid meanwhile. */
const unknownTokens = { max: 10_000, ttl: 5_000 }

/** Credentials from account, where Redis has none cached: requests with the same token share one lookup. */
export function createCredentialLookup(signer: IdentitySigner, accountUrl: string, log: Log) {
  const unknown = new LRUCache<string, true>(unknownTokens)
  const inFlight = new Map<string, Promise<Credential | null>>()

  async function call(hash: string, cache: boolean): Promise<Credential | null> {
    try {
      const { credential } = await callService(
        {
          baseUrl: accountUrl,
          audience: 'account',
          path: '/internal/credentials',
          method: 'POST',
          body: { hash, cache } satisfies ResolveCredential,
          limitMs: 2_000,
        },
        signer,
        ResolvedCredential,
      )
      if (!credential) unknown.set(hash, true)
      return credential
    } catch (error) {
      if (error instanceof CallRefused && error.clockAheadMs !== undefined)
        log.error({ err: error, service: 'account', clockAheadMs: error.clockAheadMs }, tokenRefusedLine)
      throw serviceUnavailable(error)
    }
  }

  return {
    /** Whether account had no credential for the token a moment ago. */
    isUnknown: ({ hash }: Token): boolean => unknown.has(hash),
    /** @param cache false: account is not to fill it, as Redis is unavailable. @throws Problem 503 while account does not answer */
    resolve({ hash }: Token, cache = true): Promise<Credential | null> {
      const id = `${hash} ${cache}`
      const present = inFlight.get(id) ?? call(hash, cache).finally(() => inFlight.delete(id))
      inFlight.set(id, present)
      return present
    },
  }
}
