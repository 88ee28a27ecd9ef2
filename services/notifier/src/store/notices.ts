import type { Cursor } from '@utter/http/pages'
import { leaseDue } from '@utter/storage/lease-due'
import { isDuplicate, openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { MailState, StoredNotice } from '../domain/notice.ts'

export type NoticeStore = Awaited<ReturnType<typeof openNotices>>

/** Longer than a mail takes with its question to account. */
const leaseMs = 90_000
/** Notices that are counted as unseen at most. */
const maxUnseen = 100

/** Notices to the owners of accounts, with the state of the mail. MongoDB removes each at its `expiresAt`. */
export async function openNotices(connection: Connection) {
  const schema = new Schema<StoredNotice>(
    {
      _id: String,
      userId: String,
      notice: Schema.Types.Mixed,
      at: Date,
      isListed: Boolean,
      seenAt: Date,
      to: String,
      language: String,
      mail: String,
      mailDueAt: Date,
      mailTries: Number,
      mailError: String,
      mailedAt: Date,
      expiresAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, isListed: 1, at: -1, _id: -1 })
  schema.index({ userId: 1, isListed: 1, seenAt: 1, at: 1 })
  schema.index({ userId: 1, mailedAt: 1 })
  schema.index({ mailDueAt: 1 }, { partialFilterExpression: { mailDueAt: { $exists: true } } })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  const model = await openModel(connection, 'notices', schema)
  const notices = model.collection as unknown as mongo.Collection<StoredNotice>
  const keyOf = ({ _id, userId }: Pick<StoredNotice, '_id' | 'userId'>) => ({ _id, userId })

  return {
    /** @returns false: the cause was consumed before */
    insert: (notice: StoredNotice): Promise<boolean> =>
      notices.insertOne(notice).then(
        () => true,
        (error) => (isDuplicate(error) ? false : Promise.reject(error)),
      ),
    read: (userId: string, id: string): Promise<StoredNotice | null> => notices.findOne({ _id: id, userId }),
    /** A page of the app's list, newest first. */
    page: (userId: string, limit: number, before?: Cursor): Promise<StoredNotice[]> =>
      notices
        .find({
          userId,
          isListed: true,
          ...(before && {
            at: { $lte: before.at },
            $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }],
          }),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .toArray(),
    /** How many of the list are not seen, up to 100. */
    countUnseen: (userId: string): Promise<number> =>
      notices.countDocuments({ userId, isListed: true, seenAt: { $exists: false } }, { limit: maxUnseen }),
    /** Marks those of this time and before. */
    async seen(userId: string, until: Date, now: Date): Promise<void> {
      await notices.updateMany(
        { userId, isListed: true, seenAt: { $exists: false }, at: { $lte: until } },
        { $set: { seenAt: now } },
      )
    },
    /** Mails that are due, for this replica alone. */
    leaseMails: (now: Date, limit: number) =>
      leaseDue<StoredNotice>(notices as never, { field: 'mailDueAt', dueBy: now, now, limit, leaseMs }),
    /** Mails of an account since then. */
    countMails: (userId: string, since: Date): Promise<number> =>
      notices.countDocuments({ userId, mailedAt: { $gte: since } }),
    /** The end of a mail. The address goes with it. */
    async mailEnded(
      notice: StoredNotice,
      mail: Exclude<MailState, 'pending'>,
      now: Date,
      error?: string,
    ): Promise<void> {
      await notices.updateOne(
        { ...keyOf(notice), mail: 'pending' },
        {
          $set: {
            mail,
            ...(mail === 'sent' && { mailedAt: now }),
            ...(error && { mailError: error }),
            // Nothing of a deleted account stays; its cause is known by the id, which is a hash.
            ...(notice.notice.kind === 'account-deleted' && { userId: '' }),
          },
          $inc: { mailTries: mail === 'sent' || mail === 'failed' ? 1 : 0 },
          $unset: { mailDueAt: 1, to: 1, language: 1 },
        },
      )
    },
    /** @param isTry false: what is missing is ours, and counts as none */
    async mailPostponed(notice: StoredNotice, mailDueAt: Date, error: string, isTry: boolean): Promise<void> {
      await notices.updateOne(
        { ...keyOf(notice), mail: 'pending' },
        { $set: { mailDueAt, mailError: error }, $inc: { mailTries: isTry ? 1 : 0 } },
      )
    },
    /** Removes what is left of a deleted account, but for the mail that says so. */
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions<StoredNotice>(
        notices as never,
        { userId, 'notice.kind': { $ne: 'account-deleted' } } as never,
      )
    },
  }
}
