import { randomUUID } from 'node:crypto'
import { grantOf, type Scope } from '@utter/contracts/credential'
import { conflict, notFound, unauthorized } from '@utter/http/problem'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { type AuditSource, auditEntry, type Told } from '../domain/audit-entry.ts'
import { type ListedKey, maxKeys, rerolled } from '../domain/listed-key.ts'
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
export type MadeKey = { key: string; token: Token }

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
  log,
}: {
  users: UserStore
  tokens: TokenStore
  cache: CredentialCache
  credentials: Pick<Credentials, 'refresh'>
  relay: Pick<Relay<User>, 'soon'>
  clock: Clock
  log: Log
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
    async list({ _id, apiKeys = [] }: Pick<User, '_id' | 'apiKeys'>): Promise<Token[]> {
      const now = clock.now()
      const present = new Set(apiKeys.filter((key) => !(key.expiresAt && key.expiresAt <= now)).map(({ hash }) => hash))
      return (await tokens.keysOf(_id)).filter((token) => present.has(token._id))
    },

    /** A new secret with the same id and limits. @throws Problem 404 for a key that the account does not have */
    async reroll(userId: string, id: string, overlapSeconds: number, by: AuditSource): Promise<MadeKey> {
      const now = clock.now()
      for (;;) {
        const user = await users.read(userId)
        if (!user) throw unauthorized()
        const listed = user.apiKeys?.find((one) => one.id === id)
        const present = listed && (await tokens.read(listed.hash))
        if (!present || (present.expiresAt && present.expiresAt <= now)) throw noSuchKey()
        const old = await tokens.ofKey(userId, id)
        // As in `end`: with Redis unavailable the old secret must not go on in a copy.
        if (overlapSeconds === 0) await Promise.all(old.map(({ _id }) => cache.revoke(_id)))
        const made = await insert({ ...present, usedAt: newest(old) })
        const key = rerolled(listed, made.token._id, overlapSeconds, now)
        const entry = auditEntry(userId, { ...by, action: 'key-rerolled', target: present.name }, now)
        const changed = await users.replaceKey(userId, listed.hash, key, entry)
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
        if (kept.size > 0)
          await credentials.refresh(changed).catch((error) => log.debug({ err: error }, 'a credential was not cached'))
        return made
      }
    },

    /** Resolves when no gateway lets the key pass any more. @returns whether the account had such a key */
    async revoke(userId: string, id: string, by: AuditSource): Promise<boolean> {
      const secrets = await tokens.ofKey(userId, id)
      await Promise.all(secrets.map(({ _id }) => cache.revoke(_id)))
      const entry = auditEntry(userId, { ...by, action: 'key-revoked', target: secrets[0]?.name }, clock.now())
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
const newest = (tokens: Token[]) => new Date(Math.max(...tokens.map(({ usedAt }) => usedAt.getTime())))
