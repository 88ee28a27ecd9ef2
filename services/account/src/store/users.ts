import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { leaseDue } from '@utter/storage/lease-due'
import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import type { AuditEntry } from '../domain/audit-entry.ts'
import { keyOf, type User } from '../domain/user.ts'
import { deletion } from './deletion.ts'
import { keyUpdates } from './key-updates.ts'
import { secondFactorUpdates } from './second-factor-updates.ts'

export type UserStore = Awaited<ReturnType<typeof openUsers>>
/** The unique field that another account has. */
export type Taken = 'username' | 'email'

const maxFormerMailboxes = 10

export async function openUsers(connection: Connection) {
  const schema = new Schema<User>(
    {
      _id: String,
      username: String,
      usernameKey: String,
      email: String,
      emailKey: String,
      passwordHash: String,
      sessionGeneration: Number,
      keptSession: String,
      passwordReset: new Schema({ hash: String, expiresAt: Date }, { _id: false }),
      emailVerifiedAt: Date,
      language: String,
      emailVerification: new Schema({ hash: String, expiresAt: Date }, { _id: false }),
      totp: new Schema({ secret: String, addedAt: Date, usedAt: Date, lastStep: Number }, { _id: false }),
      awaitedTotp: new Schema({ secret: String, expiresAt: Date }, { _id: false }),
      recoveryCodes: { type: [String], default: undefined },
      passkeys: {
        type: [
          {
            _id: false,
            id: String,
            credentialId: String,
            publicKey: String,
            counter: Number,
            transports: { type: [String], default: undefined },
            name: String,
            addedAt: Date,
            usedAt: Date,
          },
        ],
        default: undefined,
      },
      continues: { type: [String], default: undefined },
      monthsFrom: Date,
      formerMailboxes: { type: [String], default: undefined },
      referredBy: String,
      device: String,
      rate: Number,
      suspension: new Schema({ since: Date, reason: String }, { _id: false }),
      apiKeys: {
        type: [
          {
            _id: false,
            id: String,
            hash: String,
            expiresAt: Date,
            replaced: [{ _id: false, hash: String, until: Date }],
            settings: new Schema(
              {
                name: String,
                networks: { type: [String], default: undefined },
                rate: Number,
                monthlyCap: Number,
                pausedAt: Date,
              },
              { _id: false },
            ),
          },
        ],
        default: undefined,
      },
      subscriptionTier: String,
      subscriptionStatus: String,
      planSetBy: String,
      cancelAt: Date,
      nextTier: String,
      billingVersion: Number,
      referralCode: String,
      referralCount: Number,
      bonusCallsEarned: Number,
      referralVersion: Number,
      webhookUrl: String,
      webhookDisabled: Boolean,
      webhookVersion: Number,
      unrecorded: { type: [Schema.Types.Mixed], default: undefined },
      deletedAt: Date,
      deletedEmail: String,
      eraseAt: Date,
      version: Number,
      unpublishedSince: Date,
      createdAt: Date,
      updatedAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ usernameKey: 1 }, { unique: true })
  schema.index({ emailKey: 1 }, { unique: true })
  schema.index({ 'passwordReset.hash': 1 }, { sparse: true })
  schema.index({ 'emailVerification.hash': 1 }, { sparse: true })
  schema.index({ createdAt: -1 })
  schema.index({ 'suspension.since': -1 }, { sparse: true })
  schema.index({ eraseAt: 1 }, { sparse: true })
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  const model = await openModel(connection, 'users', schema)

  async function unlessTaken<T>(
    write: () => Promise<T>,
    user: Pick<User, 'usernameKey' | 'emailKey'>,
  ): Promise<T | Taken> {
    try {
      return await write()
    } catch (error) {
      if (!isDuplicate(error)) throw error
      return (await model.exists({ usernameKey: user.usernameKey })) ? 'username' : 'email'
    }
  }
  /** A deleted account changes no more. @param entry of the audit, which goes with the change and is published with it, for whom it is to be told */
  const update = (filter: QueryFilter<User>, change: UpdateQuery<User>, now: Date, entry?: AuditEntry) =>
    model
      .findOneAndUpdate(
        { ...filter, deletedAt: { $exists: false } },
        {
          ...change,
          $set: { ...change.$set, updatedAt: now, ...(entry && { unpublishedSince: entry.at }) },
          $inc: { ...change.$inc, version: 1 },
          ...(entry && { $push: { ...change.$push, unrecorded: entry } }),
        },
        { returnDocument: 'after' },
      )
      .lean<User | null>()

  return {
    insert: (user: User) =>
      unlessTaken(async () => {
        await model.create(user)
        return user
      }, user),
    /** The field of the two that another account has; the name if both. */
    async taken(username: string, email: string): Promise<Taken | undefined> {
      const [usernameKey, emailKey] = [keyOf(username), keyOf(email)]
      const others = await model
        .find({ $or: [{ usernameKey }, { emailKey }] }, { usernameKey: 1 })
        .limit(2)
        .lean<Pick<User, 'usernameKey'>[]>()
      if (others.length === 0) return undefined
      return others.some((other) => other.usernameKey === usernameKey) ? 'username' : 'email'
    },
    /** Null for a deleted one too. */
    read: (id: string) => model.findOne({ _id: id, deletedAt: { $exists: false } }).lean<User | null>(),
    byEmail: (email: string) =>
      model.findOne({ emailKey: keyOf(email), deletedAt: { $exists: false } }).lean<User | null>(),
    /** Ends all sessions but `keptSession`. Null when the password is no longer the one that was verified. @param given `former`: the hash of the mailbox until now */
    changeEmail: (
      user: User,
      { email, former }: { email: string; former: string },
      keptSession: string | undefined,
      entry: AuditEntry,
    ) =>
      unlessTaken(
        () =>
          update(
            { _id: user._id, passwordHash: user.passwordHash },
            {
              ...endingSessions(
                keptSession,
                { email, emailKey: keyOf(email) },
                { emailVerifiedAt: 1, emailVerification: 1 },
              ),
              // The first stay: of them one had the account's calls when it was made.
              $push: { formerMailboxes: { $each: [former], $slice: maxFormerMailboxes } },
            },
            entry.at,
            entry,
          ),
        { usernameKey: '', emailKey: keyOf(email) },
      ),
    /** Ends all sessions but `keptSession`, and all keys if it is to. Null when the password is no longer the one that was verified. */
    changePassword: (
      user: User,
      passwordHash: string,
      ends: { keptSession: string | undefined; revokeKeys: boolean },
      entry: AuditEntry,
    ) => update({ _id: user._id, passwordHash: user.passwordHash }, newPassword(passwordHash, ends), entry.at, entry),
    /** The same password by another hash: nothing ends. Null when it is no longer the one that was verified. */
    rehash: (user: User, passwordHash: string, now: Date) =>
      update({ _id: user._id, passwordHash: user.passwordHash }, { $set: { passwordHash } }, now),
    setLanguage: (id: string, language: InterfaceLanguage, now: Date) =>
      update({ _id: id }, { $set: { language } }, now),
    /** A new link takes the place of the one before. */
    startReset: (id: string, passwordReset: MailedLink, entry: AuditEntry) =>
      update({ _id: id }, { $set: { passwordReset } }, entry.at, entry),
    /** Records that a link for a new password was asked for. Null: no account has the email. */
    async askForReset(email: string, entryOf: (userId: string) => AuditEntry): Promise<User | null> {
      const found = await model.findOne({ emailKey: keyOf(email), deletedAt: { $exists: false } }, { _id: 1 }).lean()
      if (!found) return null
      const entry = entryOf(found._id)
      return update({ _id: found._id, emailKey: keyOf(email) }, {}, entry.at, entry)
    },
    /** A mailed link in place of the one before. Null: the address is another by now. */
    startMailedLink: (
      id: string,
      email: string,
      field: 'passwordReset' | 'emailVerification',
      link: MailedLink,
      now: Date,
    ) => update({ _id: id, emailKey: keyOf(email) }, { $set: { [field]: link } }, now),
    /** Asks for the mail with the link once more. */
    askForVerification: (id: string, entry: AuditEntry) =>
      update({ _id: id, emailVerifiedAt: { $exists: false } }, {}, entry.at, entry),
    findVerification: (hash: string, now: Date) => model.findOne(openVerification(hash, now)).lean<User | null>(),
    /** Null when the link is over, or was used meanwhile. */
    verifyEmail: (hash: string, entry: AuditEntry) =>
      update(
        openVerification(hash, entry.at),
        { $set: { emailVerifiedAt: entry.at }, $unset: { emailVerification: 1 } },
        entry.at,
        entry,
      ),
    /** Records a login from a place that is told of. */
    noteLogin: (id: string, entry: AuditEntry) => update({ _id: id }, {}, entry.at, entry),
    findReset: (hash: string, now: Date) => model.findOne(openReset(hash, now)).lean<User | null>(),
    /** Ends all sessions, keys and passkeys: whoever had them had the account. Null when the link is over, or was used meanwhile. */
    resetPassword: (hash: string, passwordHash: string, entry: AuditEntry) =>
      update(
        openReset(hash, entry.at),
        newPassword(passwordHash, { keptSession: undefined, revokeKeys: true }, { passkeys: 1 }),
        entry.at,
        entry,
      ),
    ...secondFactorUpdates(update),
    /** The browser of a login. Null: it is that of the last one. */
    changeDevice: (id: string, device: string, now: Date) =>
      update({ _id: id, device: { $ne: device } }, { $set: { device, unpublishedSince: now } }, now),
    ...keyUpdates(update),
    endSessions: (id: string, keptSession: string | undefined, entry: AuditEntry) =>
      update({ _id: id }, endingSessions(keptSession), entry.at, entry),
    setRate: (id: string, rate: number, entry: AuditEntry) => update({ _id: id }, { $set: { rate } }, entry.at, entry),
    /** Another reason takes the place of the one before. Null: it is suspended for this one already. */
    suspend: (id: string, reason: string, entry: AuditEntry) =>
      update(
        { _id: id, 'suspension.reason': { $ne: reason } },
        { $set: { suspension: { since: entry.at, reason } } },
        entry.at,
        entry,
      ),
    /** Null: it is not suspended. */
    resume: (id: string, entry: AuditEntry) =>
      update({ _id: id, suspension: { $exists: true } }, { $unset: { suspension: 1 } }, entry.at, entry),
    /** The latest first, those of a prefix by their emails. */
    list: ({ emailPrefix, isSuspended, before }: AccountsAsked, limit: number) => {
      const date = isSuspended ? 'suspension.since' : 'createdAt'
      const prefix = emailPrefix && keyOf(emailPrefix)
      return model
        .find({
          ...(prefix && { emailKey: { $gte: prefix, $lt: `${prefix}\uffff` } }),
          ...((before || isSuspended) && { [date]: before ? { $lt: before } : { $exists: true } }),
          deletedAt: { $exists: false },
        })
        .sort(prefix ? { emailKey: 1 } : { [date]: -1 })
        .limit(limit)
        .lean<User[]>()
    },
    /** Applies a state that another service published; a field without a value is removed. Null: not newer than the present one, or no such account. */
    applyState: (
      id: string,
      versionField: 'billingVersion' | 'referralVersion' | 'webhookVersion',
      version: number,
      fields: { [Field in keyof User]?: User[Field] | undefined },
      now: Date,
      entry?: AuditEntry,
    ) =>
      update(
        // Also where none was applied yet.
        { _id: id, [versionField]: { $not: { $gte: version } } },
        setOrRemoved({ ...fields, [versionField]: version }),
        now,
        entry,
      ),
    /** Removes entries of the audit that are in their own collection by now, unless they are still to be published. */
    async recorded(id: string, entries: string[]): Promise<void> {
      const published = { _id: id, unpublishedSince: { $exists: false } }
      await model.updateOne(published, { $pull: { unrecorded: { _id: { $in: entries } } } })
    },
    /** Deletes an account. Null when the password is no longer the one that was verified. */
    delete: (user: User, now: Date) =>
      update({ _id: user._id, passwordHash: user.passwordHash }, deletion(user, now), now),
    /** Deleted accounts whose tokens are to be removed, for this replica alone. */
    leaseDeleted: (now: Date, limit: number) =>
      leaseDue<User>(model.collection as never, { field: 'eraseAt', dueBy: now, now, limit, leaseMs: 60_000 }),
    async eraseAgain({ _id, eraseAt }: User, at: Date): Promise<void> {
      await model.updateOne({ _id, ...(eraseAt && { eraseAt }) }, { $set: { eraseAt: at } })
    },
    /** The mail that says so is on its way: its address is kept no longer. */
    async forgetEmail(id: string): Promise<void> {
      await model.updateOne({ _id: id, deletedAt: { $exists: true } }, { $unset: { deletedEmail: 1, language: 1 } })
    },
    /** The end of what is left of a deleted account. */
    async forget(id: string): Promise<void> {
      await model.deleteOne({ _id: id, deletedAt: { $exists: true } })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}

export type AccountsAsked = { emailPrefix?: string; isSuspended: boolean; before?: Date }

type MailedLink = NonNullable<User['passwordReset']>
const openReset = (hash: string, now: Date): QueryFilter<User> => ({
  'passwordReset.hash': hash,
  'passwordReset.expiresAt': { $gt: now },
})

const openVerification = (hash: string, now: Date): QueryFilter<User> => ({
  'emailVerification.hash': hash,
  'emailVerification.expiresAt': { $gt: now },
})

/** The fields of a state: those with a value are set, the others removed. */
function setOrRemoved(fields: Record<string, unknown>): UpdateQuery<User> {
  const entries = Object.entries(fields)
  const [set, removed] = [
    entries.filter(([, value]) => value !== undefined),
    entries.filter(([, value]) => value === undefined),
  ]
  return {
    $set: Object.fromEntries(set),
    $unset: Object.fromEntries(removed.map(([name]) => [name, 1])),
  }
}

function newPassword(
  passwordHash: string,
  { keptSession, revokeKeys }: { keptSession: string | undefined; revokeKeys: boolean },
  removed: { [Field in keyof User]?: 1 } = {},
): UpdateQuery<User> {
  const ending = endingSessions(keptSession, { passwordHash }, removed)
  return revokeKeys ? { ...ending, $unset: { ...ending.$unset, apiKeys: 1 } } : ending
}

/**
 * The change that outdates every session but the kept one; see `isLive`. A link for a new password that was made before is worth nothing
 * either: it went to an email that was given up, or to somebody whom this is to keep out.
 */
const endingSessions = (
  keptSession: string | undefined,
  fields: Partial<User> = {},
  removed: { [Field in keyof User]?: 1 } = {},
): UpdateQuery<User> => ({
  $inc: { sessionGeneration: 1 },
  $unset: { ...removed, passwordReset: 1, ...(keptSession === undefined && { keptSession: 1 }) },
  $set: { ...fields, ...(keptSession !== undefined && { keptSession }) },
})
