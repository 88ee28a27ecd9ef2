import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/** A call that is owed, under the id of the job that owes it. */
export type LedgerRow = {
  _id: string
  userId: string
  /** The start of the month on which it weighs. */
  period: Date
  /** The start of the segment in that month. Absent in rows from before segments: they count for the month's first. */
  segment?: Date
  completedAt: Date
}
export type SegmentCalls = { period: Date; segment: Date; calls: number }
export type Ledger = Awaited<ReturnType<typeof openLedger>>

/** The truth for money: one row a job, however often its end is consumed. */
export async function openLedger(connection: Connection) {
  const schema = new Schema<LedgerRow>(
    { _id: String, userId: String, period: Date, segment: Date, completedAt: Date },
    { versionKey: false },
  )
  // With the segment, so that a bill counts the rows of two years from the index alone.
  schema.index({ userId: 1, period: 1, segment: 1 })
  const model = await openModel(connection, 'ledger', schema)
  return {
    async enter(row: LedgerRow): Promise<void> {
      await model.create(row).catch(unlessThere)
    },
    count: (userId: string, period?: Date) => model.countDocuments({ userId, ...(period && { period }) }),
    /** The calls of an account by segment, oldest first. @param since the month from which on they are counted */
    async bySegment(userId: string, since: Date): Promise<SegmentCalls[]> {
      const found = await model.aggregate<{ _id: { period: Date; segment: Date }; calls: number }>([
        { $match: { userId, period: { $gte: since } } },
        { $group: { _id: { period: '$period', segment: { $ifNull: ['$segment', '$period'] } }, calls: { $sum: 1 } } },
        { $sort: { '_id.segment': 1 } },
      ])
      return found.map(({ _id, calls }) => ({ ..._id, calls }))
    },
  }
}
