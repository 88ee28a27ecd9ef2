import { maxPasskeys } from '@utter/contracts/http/account/passkeys'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { Passkey } from '../domain/second-factor/passkey.ts'
import type { AwaitedTotp, Totp } from '../domain/second-factor/totp.ts'
import type { User } from '../domain/user.ts'
import type { GuardedUpdate } from './guarded-update.ts'

/** The guarded updates of what is asked for besides a password. */
export const secondFactorUpdates = (update: GuardedUpdate) => ({
  /** In place of one that was begun before. Null: one is on already. */
  startTotp: (id: string, awaitedTotp: AwaitedTotp, now: Date) =>
    update({ _id: id, totp: { $exists: false } }, { $set: { awaitedTotp } }, now),
  /** Turns on the app that is awaited. Null: another one is awaited by now, or one is on. */
  confirmTotp: (id: string, totp: Totp, recoveryCodes: string[], entry: AuditEntry) =>
    update(
      { _id: id, totp: { $exists: false }, 'awaitedTotp.secret': totp.secret },
      { $set: { totp, recoveryCodes }, $unset: { awaitedTotp: 1 } },
      entry.at,
      entry,
    ),
  /** Takes the code of a time step. Null: it or a later one was taken before, or the app is another one by now. @param renewed its secret, as it is sealed from now on */
  takeTotp: (id: string, { secret }: Totp, step: number, renewed: string, now: Date) =>
    update(
      { _id: id, 'totp.secret': secret, 'totp.lastStep': { $lt: step } },
      { $set: { 'totp.lastStep': step, 'totp.usedAt': now, 'totp.secret': renewed } },
      now,
    ),
  /** Null: the account has no such code, or it was used. */
  takeRecoveryCode: (id: string, hash: string, entry: AuditEntry) =>
    update({ _id: id, recoveryCodes: hash }, { $pull: { recoveryCodes: hash } }, entry.at, entry),
  /** Null: no app is on. */
  replaceRecoveryCodes: (id: string, recoveryCodes: string[], entry: AuditEntry) =>
    update({ _id: id, totp: { $exists: true } }, { $set: { recoveryCodes } }, entry.at, entry),
  /** Null: the account has as many as it may, or this one already. */
  addPasskey: (id: string, passkey: Passkey, entry: AuditEntry) =>
    update(
      {
        _id: id,
        'passkeys.credentialId': { $ne: passkey.credentialId },
        [`passkeys.${maxPasskeys - 1}`]: { $exists: false },
      },
      { $push: { passkeys: passkey } },
      entry.at,
      entry,
    ),
  /** Notes a use. Null: the passkey was removed, or used meanwhile by its counter, or one before it in the list was removed. */
  usePasskey: ({ _id, passkeys = [] }: User, { id, counter }: Passkey, next: number, now: Date) => {
    const at = `passkeys.${passkeys.findIndex((one) => one.id === id)}`
    return update(
      { _id, [`${at}.id`]: id, [`${at}.counter`]: counter },
      { $set: { [`${at}.counter`]: next, [`${at}.usedAt`]: now } },
      now,
    )
  },
  /** Null: the account has no such passkey. */
  renamePasskey: (id: string, passkeyId: string, name: string, now: Date) =>
    update({ _id: id, 'passkeys.id': passkeyId }, { $set: { 'passkeys.$.name': name } }, now),
  /** Null: the account has no such passkey. */
  removePasskey: (id: string, passkeyId: string, entry: AuditEntry) =>
    update({ _id: id, 'passkeys.id': passkeyId }, { $pull: { passkeys: { id: passkeyId } } }, entry.at, entry),
  /** Null: no app is on. */
  removeTotp: (id: string, entry: AuditEntry) =>
    update({ _id: id, totp: { $exists: true } }, { $unset: { totp: 1, recoveryCodes: 1 } }, entry.at, entry),
})
