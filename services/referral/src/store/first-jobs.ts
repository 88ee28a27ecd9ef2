import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

type FirstJob = { _id: string; at: Date }

/** Accounts whose first completed job was consumed before their `account-state`: no order holds between two topics. */
export type FirstJobs = {
  /** Noting an account twice changes nothing. */
  note(userId: string, now: Date): Promise<void>
  has(userId: string): Promise<boolean>
  remove(userId: string): Promise<void>
}

export async function openFirstJobs(connection: Connection): Promise<FirstJobs> {
  const schema = new Schema<FirstJob>({ _id: String, at: Date }, { versionKey: false })
  const model = await openModel(connection, 'first-jobs', schema)
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
