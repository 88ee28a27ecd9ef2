import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

type NotedAccount = { _id: string; at: Date }

/** Ids of accounts, each with the time when it was noted. */
export type NotedAccounts = {
  /** Noting an account twice changes nothing. */
  note(userId: string, now: Date): Promise<void>
  has(userId: string): Promise<boolean>
  remove(userId: string): Promise<void>
}

/** Accounts whose first completed job was consumed before their `account-state`: no order holds between two topics. */
export const openFirstJobs = (connection: Connection) => openNoted(connection, 'first-jobs')
/** Accounts that have paid, ever. */
export const openPayers = (connection: Connection) => openNoted(connection, 'payers')

async function openNoted(connection: Connection, collection: string): Promise<NotedAccounts> {
  const schema = new Schema<NotedAccount>({ _id: String, at: Date }, { versionKey: false })
  const model = await openModel(connection, collection, schema)
  return {
    async note(userId, now) {
      await model.create({ _id: userId, at: now }).catch(unlessThere)
    },
    has: async (userId) => (await model.exists({ _id: userId })) !== null,
    async remove(userId) {
      await model.deleteOne({ _id: userId })
    },
  }
}
