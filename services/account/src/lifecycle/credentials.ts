import { randomUUID } from 'node:crypto'
import { type Credential, copyLifetimeSeconds, grantOf, scopes } from '@utter/contracts/credential'
import { sessionLifetimeMs } from '@utter/contracts/http/account/session-hand-over'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { type KeySettings, settingsOf } from '../domain/api-keys/key-settings.ts'
import { endOfSecret } from '../domain/api-keys/listed-key.ts'
import { isLive } from '../domain/is-live.ts'
import type { Token } from '../domain/token.ts'
import { hashOf, newToken } from '../domain/tokens.ts'
import { unverifiedLimitOf } from '../domain/unverified-limit.ts'
import { anchorOf, type User } from '../domain/user.ts'
import type { CredentialCache } from '../store/credential-cache.ts'
import type { TokenStore } from '../store/tokens.ts'
import type { UserStore } from '../store/users.ts'

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
  unverifiedCalls,
  clock,
  log,
}: {
  users: UserStore
  tokens: TokenStore
  cache: CredentialCache
  plans: Plan[]
  /** A month's calls of a free account before its address is verified; undefined: as many as its plan has. */
  unverifiedCalls: number | undefined
  clock: Clock
  log: Log
}) {
  /** Null for a session that its account has ended, and for the secret of a key that it does not list, or that is over. */
  function credentialOf(user: User, token: Token): Credential | null {
    if (!isLive(user, token)) return null
    const isKey = token.kind === 'key'
    const expiresAt = isKey ? endOfSecret(user.apiKeys, { id: token.id, hash: token._id }) : token.expiresAt
    if (expiresAt === null || (expiresAt && expiresAt <= clock.now())) return null
    const listed = isKey ? user.apiKeys?.find(({ id }) => id === token.id) : undefined
    const ofKey = isKey ? settingsOf(token, listed?.settings) : undefined
    const unverifiedLimit = unverifiedLimitOf(user, unverifiedCalls)
    return {
      userId: user._id,
      tier: user.subscriptionTier,
      signedUpAt: anchorOf(user).toISOString(),
      ...(user.continues && { continues: user.continues }),
      ...(unverifiedLimit !== undefined && { unverifiedLimit }),
      ...(ofKey ? { keyId: token.id, ...limitsOf(ofKey) } : sessionPart(token)),
      scopes: token.scopes,
      ...(user.suspension && { isSuspended: true as const }),
      ...(token.addedScopes && { addedScopes: token.addedScopes }),
      rate: user.rate ?? planOf(plans, user.subscriptionTier).rate,
      expiresAt: (ofKey?.pausedAt ?? expiresAt)?.toISOString() ?? null,
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

  const sessionsOf = async (user: User): Promise<Token[]> =>
    (await tokens.ofUser(user._id)).filter((token) => token.kind === 'session' && isLive(user, token))

  async function revoke(token: Token): Promise<void> {
    // The mark first: while Redis is unavailable nothing is revoked, and the caller gets an error to retry on.
    await cache.revoke(token._id)
    await tokens.remove(token._id)
  }

  return {
    /**
     * @param user as the password was verified against it
     * @returns the token, to be handed to the browser and never seen again; null when the account's sessions were ended meanwhile
     */
    async openSession(user: User, from: Pick<Token, 'address' | 'client' | 'signedInBy'>): Promise<string | null> {
      const token = newToken()
      const now = clock.now()
      const session: Token = {
        _id: hashOf(token),
        id: randomUUID(),
        userId: user._id,
        kind: 'session',
        ...grantOf(scopes),
        createdAt: now,
        usedAt: now,
        expiresAt: new Date(now.getTime() + sessionLifetimeMs),
        generation: user.sessionGeneration ?? 0,
        verifiedAt: now,
        ...from,
      }
      await tokens.insert(session)
      // Read after the insertion: a change that ends sessions meanwhile either finds the token, or is found here.
      const present = await users.read(user._id)
      const credential = present && credentialOf(present, session)
      if (!credential) {
        await tokens.remove(session._id)
        return null
      }
      await tryToCache(session._id, credential)
      await Promise.all((await sessionsOf(present)).slice(maxSessions).map(revoke))
      return token
    },
    /** The sessions of an account, the one that was used last first. */
    sessions: sessionsOf,
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
      if (!credential) return null
      if (token.kind === 'key') noteUse(token, now, fillCache ? keyTouchEveryMs.withCopy : keyTouchEveryMs.withoutCopy)
      if (fillCache) await tryToCache(hash, credential)
      return credential
    },
    session: (userId: string, sessionId: string): Promise<Token | null> => tokens.bySession(userId, sessionId),
    async closeSession(userId: string, sessionId: string): Promise<void> {
      const token = await tokens.bySession(userId, sessionId)
      if (token) await revoke(token)
    },
    /** Notes that the owner of a session has given the password, and tells gateways so. @throws while Redis is unavailable */
    async verified(user: User, sessionId: string): Promise<void> {
      const token = await tokens.verified(user._id, sessionId, clock.now())
      const credential = token && credentialOf(user, token)
      if (credential) await cache.fill(token._id, credential)
    },
    /** Marks and removes sessions that an update of the account's document has ended, so that they end at once; keys only `withKeys`. */
    async closeOthers(userId: string, sessionId: string | undefined, { withKeys = false } = {}): Promise<void> {
      const isOver = ({ kind, id }: Token) => (kind === 'session' ? id !== sessionId : withKeys)
      await Promise.all((await tokens.ofUser(userId)).filter(isOver).map(revoke))
    },
    /** The same after an update that cannot be asked for again: without Redis they end with their copies there, within a minute. */
    async tryToCloseOthers(userId: string, sessionId: string | undefined, which = {}): Promise<void> {
      await this.closeOthers(userId, sessionId, which).catch((error) =>
        log.warn({ err: error }, 'sessions and keys that have ended may pass for another minute'),
      )
    },
    /** The same for all sessions and keys of a deleted account. @throws while Redis is unavailable */
    async closeAll(userId: string): Promise<void> {
      await Promise.all((await tokens.ofUser(userId)).map(revoke))
    },
    /**
     * Caches an account's credentials after a change, so that gateways act at once.
     * @throws while Redis is unavailable
     */
    async refresh(user: User): Promise<void> {
      for (const token of await tokens.ofUser(user._id)) {
        const credential = credentialOf(user, token)
        if (credential) await cache.replace(token._id, credential)
      }
    },
    /** The same after an update that cannot be asked for again: without Redis the copies of before live for another minute. */
    async tryToRefresh(user: User): Promise<void> {
      await this.refresh(user).catch((error) => log.debug({ err: error }, 'a credential was not cached'))
    },
  }
}

const sessionPart = ({ id, verifiedAt }: Token): Pick<Credential, 'sessionId' | 'verifiedAt'> => ({
  sessionId: id,
  ...(verifiedAt && { verifiedAt: verifiedAt.toISOString() }),
})
const limitsOf = ({
  networks,
  rate,
  monthlyCap,
  pausedAt,
}: KeySettings): Pick<Credential, 'networks' | 'keyRate' | 'monthlyCap' | 'isPaused'> => ({
  ...(networks && { networks }),
  ...(rate && { keyRate: rate }),
  ...(monthlyCap && { monthlyCap }),
  ...(pausedAt && { isPaused: true as const }),
})
