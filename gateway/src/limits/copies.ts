import { isDeepStrictEqual } from 'node:util'
import { Credential, copyLifetimeSeconds } from '@utter/contracts/credential'
import type { CopyVerifier } from '@utter/storage/redis/credential-copy'
import type { Log } from '@utter/telemetry/log'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'

/** Copies of credentials in Redis, each parsed and verified once for as long as its text stays the same. */
export type Copies = ReturnType<typeof createCopies>
type Copy = { text: string; credential: Credential; untilMs: number }

const maxCopies = 20_000
const logEveryMs = 60_000

const refused = new Counter({
  name: 'credential_copies_refused_total',
  help: 'Copies of credentials in Redis that account has not signed, as often as one was read',
})

/** @param verify absent: copies are believed as they are */
export function createCopies(verify?: CopyVerifier, log?: Pick<Log, 'warn'>) {
  const known = new LRUCache<string, Copy>({ max: maxCopies })
  let loggedMs = Number.NEGATIVE_INFINITY

  function refuse(): void {
    refused.inc()
    if (performance.now() - loggedMs < logEveryMs) return
    loggedMs = performance.now()
    log?.warn('a copy of a credential in redis is not signed by account: account is asked instead')
  }

  return {
    /** The credential of the copy that was read last. */
    last: (hash: string): Credential | undefined => known.get(hash)?.credential,
    forget: (hash: string): boolean => known.delete(hash),
    /**
     * Null for a copy that account has not signed, or too long ago.
     * @param resolved the credential as account has just told it. It counts in place of such a copy, and confirms one that says the same for a
     *   minute: account's earlier version signs none
     */
    read(hash: string, text: string, resolved?: Credential): Credential | null {
      const before = known.get(hash)
      if (before?.text === text && before.untilMs > Date.now()) return before.credential
      const untilMs = verify ? verify(hash, text) : Number.POSITIVE_INFINITY
      if (untilMs !== undefined && untilMs > Date.now()) {
        const credential = Credential.parse(JSON.parse(text))
        known.set(hash, { text, credential, untilMs })
        return credential
      }
      known.delete(hash)
      refuse()
      if (resolved && isDeepStrictEqual(credentialIn(text), resolved))
        known.set(hash, { text, credential: resolved, untilMs: Date.now() + copyLifetimeSeconds * 1_000 })
      return resolved ?? null
    },
  }
}

function credentialIn(text: string): Credential | undefined {
  try {
    return Credential.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
