import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/** One call that is owed, under the id of the job that owes it. */
export type LedgerRow = { _id: string; userId: string; period: Date; completedAt: Date }
export type Ledger = Awaited<ReturnType<typeof openLedger>>

/** The truth for money: one row a job, however often its end is consumed. */
export async function openLedger(connection: Connection) {
  const schema = new Schema<LedgerRow>(
    { _id: String, userId: String, period: Date, completedAt: Date },
    { versionKey: false },
  )
  schema.index({ userId: 1, period: 1 })
  const model = await openModel(connection, 'ledger', schema)
  return {
    async enter(row: LedgerRow): Promise<void> {
      await model.create(row).catch(unlessThere)
    },
    count: (userId: string, period?: Date) => model.countDocuments({ userId, ...(period && { period }) }),
  }
}
