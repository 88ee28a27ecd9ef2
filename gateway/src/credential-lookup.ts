import type { Credential } from '@utter/contracts/credential'
import { type ResolveCredential, ResolvedCredential } from '@utter/contracts/http/internal/resolve-credential'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'
import { LRUCache } from 'lru-cache'
import type { Token } from './token.ts'

/** A token that stands for nothing is believed to go on so for a while: no token is shown before account has made it. */
const strangeTokens = { max: 10_000, ttl: 5_000 }

export type CredentialLookup = ReturnType<typeof createCredentialLookup>

/** Asks account for what Redis has not cached: who comes with the same token at once is looked up once. */
export function createCredentialLookup(signer: IdentitySigner, accountUrl: string) {
  const strange = new LRUCache<string, true>(strangeTokens)
  const underWay = new Map<string, Promise<Credential | null>>()

  async function ask(hash: string, cache: boolean): Promise<Credential | null> {
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
      if (!credential) strange.set(hash, true)
      return credential
    } catch (error) {
      throw serviceUnavailable(error)
    }
  }

  return {
    /** Whether account knew nothing of it a moment ago. */
    isStrange: ({ hash }: Token): boolean => strange.has(hash),
    /** @param cache false: account does not fill it, as Redis is unavailable. @throws Problem 503 while account does not answer */
    resolve({ hash }: Token, cache = true): Promise<Credential | null> {
      const id = `${hash} ${cache}`
      const present = underWay.get(id) ?? ask(hash, cache).finally(() => underWay.delete(id))
      underWay.set(id, present)
      return present
    },
  }
}
