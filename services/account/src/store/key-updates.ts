import type { KeySettings } from '../domain/api-keys/key-settings.ts'
import { type ListedKey, maxKeys } from '../domain/api-keys/listed-key.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'
import type { GuardedUpdate } from './guarded-update.ts'

/** The guarded updates of the keys that an account lists. */
export const keyUpdates = (update: GuardedUpdate) => ({
  /** Lists a new key. Null: the account has as many as it may, or there is no such account. */
  addKey: (id: string, key: ListedKey, entry: AuditEntry) =>
    update({ _id: id, [`apiKeys.${maxKeys - 1}`]: { $exists: false } }, { $push: { apiKeys: key } }, entry.at, entry),
  /** Makes room for new ones. Null: none has expired. */
  removeExpiredKeys: (id: string, now: Date) =>
    update({ _id: id, 'apiKeys.expiresAt': { $lte: now } }, { $pull: { apiKeys: { expiresAt: { $lte: now } } } }, now),
  /** Replaces the secret of a key as long as it is still this one. Null: it was rerolled or revoked meanwhile. */
  replaceSecret: (id: string, hash: string, next: Pick<ListedKey, 'hash' | 'replaced'>, entry: AuditEntry) =>
    update(
      { _id: id, 'apiKeys.hash': hash },
      { $set: { 'apiKeys.$.hash': next.hash, 'apiKeys.$.replaced': next.replaced } },
      entry.at,
      entry,
    ),
  /** Changes a key as long as the account is as it was read, since settings are written as a whole. Null: it has changed meanwhile. */
  changeKey: (
    { _id, version }: Pick<User, '_id' | 'version'>,
    keyId: string,
    settings: KeySettings,
    entry: AuditEntry,
  ) => update({ _id, version, 'apiKeys.id': keyId }, { $set: { 'apiKeys.$.settings': settings } }, entry.at, entry),
  /** Null: the account has no such key. */
  removeKey: (id: string, keyId: string, entry: AuditEntry) =>
    update({ _id: id, 'apiKeys.id': keyId }, { $pull: { apiKeys: { id: keyId } } }, entry.at, entry),
})
