import { randomUUID } from 'node:crypto'
import { type Credential, copyLifetimeSeconds, scopes } from '@utter/contracts/credential'
import { sessionLifetimeMs } from '@utter/contracts/http/session-hand-over'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { endOfSecret } from './domain/listed-key.ts'
import { hashOf, newToken } from './domain/tokens.ts'
import type { User } from './domain/user.ts'
import type { CredentialCache } from './store/credential-cache.ts'
import type { Token, TokenStore } from './store/tokens.ts'
import type { UserStore } from './store/users.ts'

/** Sessions of one account; past it the one that was used longest ago ends. */
const maxSessions = 20
/** The use of a session is written to the database once in this time. */
const touchEveryMs = 24 * 3_600_000
/** The use of a key is written with each copy of it, which lives for a minute; where no copy is made, once in that time. */
const keyTouchEveryMs = { withCopy: 5_000, withoutCopy: copyLifetimeSeconds * 1_000 }

export type Credentials = ReturnType<typeof createCredentials>

/** Sessions and API keys: stored in MongoDB, cached in Redis for the gateways. */
export function createCredentials({
  users,
  tokens,
  cache,
  plans,
  clock,
  log,
}: {
  users: UserStore
  tokens: TokenStore
  cache: CredentialCache
  plans: Plan[]
  clock: Clock
  log: Log
}) {
  /** Null for the secret of a key that its account does not list. */
  function credentialOf(user: User, token: Token): Credential | null {
    const isKey = token.kind === 'key'
    const expiresAt = isKey ? endOfSecret(user.apiKeys, { id: token.id, hash: token._id }) : token.expiresAt
    if (expiresAt === null) return null
    return {
      userId: user._id,
      tier: user.subscriptionTier,
      signedUpAt: user.createdAt.toISOString(),
      ...(isKey ? { keyId: token.id, ...limitsOf(token) } : { sessionId: token.id }),
      scopes: token.scopes,
      rate: user.rate ?? planOf(plans, user.subscriptionTier).rate,
      expiresAt: expiresAt?.toISOString() ?? null,
      version: user.version,
    }
  }

  /** Without Redis a credential is valid all the same: gateways ask `resolve` for one that is not cached. */
  const tryToCache = (hash: string, credential: Credential): Promise<void> =>
    cache.fill(hash, credential).catch((error) => log.debug({ err: error }, 'a credential was not cached'))

  /** Out of the request's way: a gateway waits for the credential alone. */
  function noteUse({ userId, id, createdAt, usedAt }: Token, now: Date, everyMs: number): void {
    if (usedAt > createdAt && now.getTime() - usedAt.getTime() < everyMs) return
    tokens.keyUsed(userId, id, now).catch((error) => log.debug({ err: error }, 'the use of a key was not noted'))
  }

  async function revoke(token: Token): Promise<void> {
    // The mark first: while Redis is unavailable nothing is revoked, and the caller gets an error to retry on.
    await cache.revoke(token._id)
    await tokens.remove(token._id)
  }

  return {
    /** @returns the token, to be handed to the browser and never seen again */
    async openSession(user: User): Promise<string> {
      const token = newToken()
      const now = clock.now()
      const session: Token = {
        _id: hashOf(token),
        id: randomUUID(),
        userId: user._id,
        kind: 'session',
        scopes: [...scopes],
        createdAt: now,
        usedAt: now,
        expiresAt: new Date(now.getTime() + sessionLifetimeMs),
      }
      await tokens.insert(session)
      const credential = credentialOf(user, session)
      if (credential) await tryToCache(session._id, credential)
      const sessions = (await tokens.ofUser(user._id)).filter(({ kind }) => kind === 'session')
      await Promise.all(sessions.slice(maxSessions).map(revoke))
      return token
    },
    /** The credential of a token, null for none. @param fillCache false: Redis is not to be waited for */
    async resolve(hash: string, fillCache = true): Promise<Credential | null> {
      const token = await tokens.read(hash)
      const now = clock.now()
      if (!token || (token.expiresAt && token.expiresAt <= now)) return null
      const user = await users.read(token.userId)
      if (!user) return null
      if (token.kind === 'session' && now.getTime() - token.usedAt.getTime() > touchEveryMs) {
        token.expiresAt = new Date(now.getTime() + sessionLifetimeMs)
        await tokens.used(hash, now, token.expiresAt)
      }
      const credential = credentialOf(user, token)
      if (!credential || (credential.expiresAt && Date.parse(credential.expiresAt) <= now.getTime())) return null
      if (token.kind === 'key') noteUse(token, now, fillCache ? keyTouchEveryMs.withCopy : keyTouchEveryMs.withoutCopy)
      if (fillCache) await tryToCache(hash, credential)
      return credential
    },
    async closeSession(userId: string, sessionId: string): Promise<void> {
      const token = await tokens.bySession(userId, sessionId)
      if (token) await revoke(token)
    },
    async closeOtherSessions(userId: string, sessionId: string | undefined): Promise<void> {
      const others = (await tokens.ofUser(userId)).filter(({ kind, id }) => kind === 'session' && id !== sessionId)
      await Promise.all(others.map(revoke))
    },
    /** Caches an account's credentials anew after a change, so that gateways act on it at once. @throws while Redis is unavailable */
    async refresh(user: User): Promise<void> {
      for (const token of await tokens.ofUser(user._id)) {
        const credential = credentialOf(user, token)
        if (credential) await cache.replace(token._id, credential)
      }
    },
  }
}

const limitsOf = ({ networks, rate, monthlyCap }: Token): Pick<Credential, 'networks' | 'keyRate' | 'monthlyCap'> => ({
  ...(networks && { networks }),
  ...(rate && { keyRate: rate }),
  ...(monthlyCap && { monthlyCap }),
})
