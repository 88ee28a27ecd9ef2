import { randomUUID } from 'node:crypto'
import { type Credential, type Scope, scopes } from '@utter/contracts/credential'
import { sessionLifetimeMs } from '@utter/contracts/http/session-hand-over'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { hashOf, newKey, newToken } from './domain/tokens.ts'
import type { User } from './domain/user.ts'
import type { CredentialCache } from './store/credential-cache.ts'
import type { Token, TokenStore } from './store/tokens.ts'
import type { UserStore } from './store/users.ts'

/** Sessions of one account; past it the one that was used longest ago ends. */
const maxSessions = 20
/** The use of a session is written to the database once in this time. */
const touchEveryMs = 24 * 3_600_000

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
  const credentialOf = (user: User, token: Token): Credential => ({
    userId: user._id,
    tier: user.subscriptionTier,
    signedUpAt: user.createdAt.toISOString(),
    ...(token.kind === 'session' ? { sessionId: token.id } : { keyId: token.id }),
    scopes: token.scopes,
    rate: user.rate ?? planOf(plans, user.subscriptionTier).rate,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    version: user.version,
  })

  /** Without Redis a credential is valid all the same: gateways ask `resolve` for one that is not cached. */
  const tryToCache = (hash: string, credential: Credential): Promise<void> =>
    cache.fill(hash, credential).catch((error) => log.debug({ err: error }, 'a credential was not cached'))

  async function make(
    user: User,
    token: string,
    rest: Pick<Token, 'kind' | 'scopes'> & Partial<Token>,
  ): Promise<Token> {
    const now = clock.now()
    const made: Token = { _id: hashOf(token), id: randomUUID(), userId: user._id, createdAt: now, usedAt: now, ...rest }
    await tokens.insert(made)
    await tryToCache(made._id, credentialOf(user, made))
    return made
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
      await make(user, token, {
        kind: 'session',
        scopes: [...scopes],
        expiresAt: new Date(clock.now().getTime() + sessionLifetimeMs),
      })
      const sessions = (await tokens.ofUser(user._id)).filter(({ kind }) => kind === 'session')
      await Promise.all(sessions.slice(maxSessions).map(revoke))
      return token
    },
    /** @returns the key, shown once. @param days until it expires; without them it never does */
    async createKey(user: User, name: string, allowed: Scope[], days?: number): Promise<{ key: string; id: string }> {
      const key = newKey()
      const expiresAt = days === undefined ? undefined : new Date(clock.now().getTime() + days * 24 * 3_600_000)
      const { id } = await make(user, key, { kind: 'key', name, scopes: allowed, ...(expiresAt && { expiresAt }) })
      return { key, id }
    },
    keys: (userId: string): Promise<Token[]> => tokens.keysOf(userId),
    /** @returns whether the account had such a key */
    async revokeKey(userId: string, id: string): Promise<boolean> {
      const token = await tokens.byKey(userId, id)
      if (token) await revoke(token)
      return token !== null
    },
    /** The credential of a token, null for none. @param fillCache false: Redis is not to be waited for */
    async resolve(hash: string, fillCache = true): Promise<Credential | null> {
      const token = await tokens.read(hash)
      const now = clock.now()
      if (!token || (token.expiresAt && token.expiresAt <= now)) return null
      const user = await users.read(token.userId)
      if (!user) return null
      if (now.getTime() - token.usedAt.getTime() > touchEveryMs) {
        const expiresAt = token.kind === 'session' ? new Date(now.getTime() + sessionLifetimeMs) : undefined
        await tokens.used(hash, now, expiresAt)
        if (expiresAt) token.expiresAt = expiresAt
      }
      const credential = credentialOf(user, token)
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
      for (const token of await tokens.ofUser(user._id)) await cache.fill(token._id, credentialOf(user, token))
    },
  }
}
