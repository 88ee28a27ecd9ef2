import { randomUUID } from 'node:crypto'
import { grantOf, type Scope } from '@utter/contracts/credential'
import type { ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { conflict, notFound, unauthorized } from '@utter/http/problem'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import {
  type ApiKey,
  changedFields,
  changedSettings,
  isWider,
  type KeySettings,
  settingsOf,
  withSettings,
} from '../domain/api-keys/key-settings.ts'
import { type ListedKey, maxKeys, rerolled } from '../domain/api-keys/listed-key.ts'
import { type AuditSource, auditEntry, type Told } from '../domain/audit-entry.ts'
import type { Token } from '../domain/token.ts'
import { hashOf, newKey, startOf } from '../domain/tokens.ts'
import type { User } from '../domain/user.ts'
import type { CredentialCache } from '../store/credential-cache.ts'
import type { TokenStore } from '../store/tokens.ts'
import type { UserStore } from '../store/users.ts'
import type { Credentials } from './credentials.ts'

/** A new key, as its owner or the operator wants it. */
export type KeyRequest = { name: string; scopes: Scope[] } & Partial<
  Pick<Token, 'expiresAt' | 'networks' | 'rate' | 'monthlyCap'>
>
/** A key in the only answer that holds it. */
export type MadeKey = { key: string; token: ApiKey }

export type ApiKeys = ReturnType<typeof createApiKeys>

/**
 * The API keys of accounts. A secret's token is inserted before the account lists it, and is not valid until then: the
 * account's document decides every race, and a process that dies leaves nothing valid behind.
 */
export function createApiKeys({
  users,
  tokens,
  cache,
  credentials,
  relay,
  clock,
}: {
  users: UserStore
  tokens: TokenStore
  cache: CredentialCache
  credentials: Pick<Credentials, 'refresh' | 'tryToRefresh'>
  relay: Pick<Relay<User>, 'soon'>
  clock: Clock
}) {
  async function insert(rest: Omit<Token, '_id' | 'start' | 'kind'>): Promise<MadeKey> {
    const key = newKey()
    const token: Token = { ...rest, _id: hashOf(key), kind: 'key', start: startOf(key) }
    await tokens.insert(token)
    return { key, token }
  }

  /** The marks first: while Redis is unavailable nothing ends, and the caller gets an error to retry on. */
  async function end(ended: Token[]): Promise<void> {
    await Promise.all(ended.map(({ _id }) => cache.revoke(_id)))
    await Promise.all(ended.map(({ _id }) => tokens.remove(_id)))
  }

  /** A key that the account lists, and its present token. @throws Problem 404 for a key that it does not have, or that has expired */
  async function read(userId: string, id: string, now: Date): Promise<{ user: User; listed: ListedKey; token: Token }> {
    const user = await users.read(userId)
    if (!user) throw unauthorized()
    const listed = user.apiKeys?.find((one) => one.id === id)
    const token = listed && (await tokens.read(listed.hash))
    if (!token || (token.expiresAt && token.expiresAt <= now)) throw noSuchKey()
    return { user, listed, token }
  }

  return {
    /** Not cached: its first use is noted when a gateway asks for it. @throws Problem 409 when the account has as many as it may */
    async create(userId: string, { scopes, ...request }: KeyRequest, by: AuditSource): Promise<MadeKey> {
      const now = clock.now()
      const made = await insert({
        ...request,
        ...grantOf(scopes),
        id: randomUUID(),
        userId,
        createdAt: now,
        usedAt: now,
      })
      const { id, _id: hash, expiresAt } = made.token
      const key: ListedKey = { id, hash, ...(expiresAt && { expiresAt }), replaced: [] }
      const told: Told[] = [{ notice: { kind: 'key-created', name: request.name } }]
      const entry = auditEntry(userId, { ...by, action: 'key-created', target: request.name, told }, now)
      const add = () => users.addKey(userId, key, entry)
      const listed = (await add()) ?? ((await users.removeExpiredKeys(userId, now)) && (await add()))
      if (listed) {
        relay.soon(listed)
        return made
      }
      await tokens.remove(hash)
      throw conflict('too_many_keys', `An account may have at most ${maxKeys} API keys`)
    },

    /** The present token of each key, oldest first. */
    async list({ _id, apiKeys = [] }: Pick<User, '_id' | 'apiKeys'>): Promise<ApiKey[]> {
      const now = clock.now()
      const isOver = ({ expiresAt }: ListedKey) => expiresAt && expiresAt <= now
      const present = new Map(apiKeys.filter((key) => !isOver(key)).map((key) => [key.hash, key]))
      return (await tokens.keysOf(_id))
        .filter(({ _id: hash }) => present.has(hash))
        .map((token) => withSettings(token, present.get(token._id)?.settings))
    },

    /**
     * Changes a key, with all of its secrets. Resolves when gateways act by it.
     * @param beforeWidening called where the key may do more then; throws where the caller may not allow it that
     * @throws Problem 404 for a key that the account does not have. While Redis is unavailable, though it is changed: to be asked for again
     */
    async change(
      userId: string,
      id: string,
      change: ChangeApiKey,
      by: AuditSource,
      beforeWidening: () => void,
    ): Promise<ApiKey> {
      const now = clock.now()
      for (;;) {
        const { user, listed, token } = await read(userId, id, now)
        const before = settingsOf(token, listed.settings)
        const after = changedSettings(before, change, now)
        if (isWider(before, after)) beforeWidening()
        const entry = auditEntry(userId, { ...by, ...changeOf(before, after) }, now)
        const isSame = entry.action === 'key-changed' && !entry.changed
        const changed = isSame ? user : await users.changeKey(user, id, after, entry)
        // Something of the account has changed meanwhile: the next turn finds out.
        if (!changed) continue
        if (!isSame) relay.soon(changed)
        // Where nothing was to be changed too: an earlier attempt may have failed here.
        await credentials.refresh(changed)
        return withSettings(token, after)
      }
    },

    /** A new secret with the same id and limits. @throws Problem 404 for a key that the account does not have */
    async reroll(userId: string, id: string, overlapSeconds: number, by: AuditSource): Promise<MadeKey> {
      const now = clock.now()
      for (;;) {
        const { listed, token: present } = await read(userId, id, now)
        const old = await tokens.ofKey(userId, id)
        // As in `end`: with Redis unavailable the old secret must not go on in a copy.
        if (overlapSeconds === 0) await Promise.all(old.map(({ _id }) => cache.revoke(_id)))
        const made = await insert({ ...present, usedAt: newest(old) })
        const key = rerolled(listed, made.token._id, overlapSeconds, now)
        const { name } = settingsOf(present, listed.settings)
        const entry = auditEntry(userId, { ...by, action: 'key-rerolled', target: name }, now)
        const changed = await users.replaceSecret(userId, listed.hash, key, entry)
        if (!changed) {
          // Rerolled or revoked meanwhile: the next turn finds out.
          await tokens.remove(made.token._id)
          continue
        }
        relay.soon(changed)
        const kept = new Map(key.replaced.map(({ hash, until }) => [hash, until]))
        await end(old.filter(({ _id }) => !kept.has(_id)))
        for (const [hash, until] of kept) await tokens.endAt(hash, until)
        // A copy without the new end lives for a minute at most; the new secret must not be lost with an error.
        if (kept.size > 0) await credentials.tryToRefresh(changed)
        const { settings } = changed.apiKeys?.find((one) => one.id === id) ?? listed
        return { ...made, token: withSettings(made.token, settings) }
      }
    },

    /** Resolves when no gateway lets the key pass any more. @returns whether the account had such a key */
    async revoke(userId: string, id: string, by: AuditSource): Promise<boolean> {
      const secrets = await tokens.ofKey(userId, id)
      await Promise.all(secrets.map(({ _id }) => cache.revoke(_id)))
      const listed = (await users.read(userId))?.apiKeys?.find((one) => one.id === id)
      const target = listed?.settings?.name ?? secrets[0]?.name
      const entry = auditEntry(userId, { ...by, action: 'key-revoked', target }, clock.now())
      const removed = await users.removeKey(userId, id, entry)
      if (removed) relay.soon(removed)
      // Read again: a reroll may have made another secret meanwhile. Found without its list entry, an earlier revocation broke off.
      const left = await tokens.ofKey(userId, id)
      await end(left)
      return removed !== null || left.length > 0
    },
  }
}

export const noSuchKey = () => notFound('API key not found', 'key_not_found')
/** A change as the audit has it: a key with a new name by both. */
function changeOf(before: KeySettings, after: KeySettings) {
  const { name, pausedAt } = before
  const isPaused = after.pausedAt !== undefined
  const action =
    isPaused === (pausedAt !== undefined)
      ? 'key-changed'
      : isPaused
        ? ('key-paused' as const)
        : ('key-resumed' as const)
  const target = name === after.name ? name : `${name} → ${after.name}`
  return { action, target, changed: changedFields(before, after) } as const
}
const newest = (tokens: Token[]) => new Date(Math.max(...tokens.map(({ usedAt }) => usedAt.getTime())))
