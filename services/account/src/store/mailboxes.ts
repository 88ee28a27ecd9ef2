import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/**
 * The mailbox of deleted accounts, under its keyed hash, until their free month ends: a sign-up with it goes on from there. `from` is
 * the anchor of that month.
 */
export type DeletedMailbox = { _id: string; accounts: string[]; from: Date; until: Date }

/** Deleted accounts of one mailbox that a sign-up goes on from; past it the oldest is forgotten. */
const maxAccounts = 10

export type DeletedMailboxes = Awaited<ReturnType<typeof openDeletedMailboxes>>

export async function openDeletedMailboxes(connection: Connection) {
  const schema = new Schema<DeletedMailbox>(
    { _id: String, accounts: [String], from: Date, until: Date },
    { versionKey: false },
  )
  schema.index({ until: 1 }, { expireAfterSeconds: 0 })
  const model = await openModel(connection, 'deleted-mailboxes', schema)
  return {
    find: (mailbox: string, now: Date) =>
      model.findOne({ _id: mailbox, until: { $gt: now } }).lean<DeletedMailbox | null>(),
    /** Notes an account for a mailbox; twice changes nothing. */
    async add(mailbox: string, account: string, { from, until }: FreeMonth, now: Date): Promise<void> {
      await model.deleteOne({ _id: mailbox, until: { $lte: now } })
      await model
        .updateOne(
          { _id: mailbox, accounts: { $ne: account } },
          { $push: { accounts: { $each: [account], $slice: -maxAccounts } }, $set: { from, until } },
          { upsert: true },
        )
        .catch(unlessThere)
    },
  }
}

type FreeMonth = Pick<DeletedMailbox, 'from' | 'until'>
