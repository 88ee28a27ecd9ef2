import { isDuplicate, openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { DayUsage, UsageRow } from '../domain/allowance/usage.ts'
import { dayName } from '../domain/allowance/usage-days.ts'

/** The figures of a day that is over, of one account. They outlive the jobs. */
export type StoredUsage = DayUsage & { _id: string; userId: string; fence: number }
export type UsageStore = Awaited<ReturnType<typeof openUsage>>

/** Sums of usage: one document an account and day. */
export async function openUsage(connection: Connection) {
  const ends = { completed: Number, failed: Number, cancelled: Number, cached: Number }
  const row = new Schema<UsageRow>({ keyId: String, voiceId: String, calls: Number, ends }, { _id: false })
  const segment = new Schema({ period: Date, calls: Number }, { _id: false })
  const step = new Schema({ step: Number, jobs: Number }, { _id: false })
  const days = { segments: [segment], times: [step], soundTimes: [step] }
  const schema = new Schema<StoredUsage>(
    { _id: String, userId: String, day: Date, rows: [row], ...days, fence: Number },
    { versionKey: false },
  )
  schema.index({ userId: 1, day: 1 })
  const model = await openModel(connection, 'usage', schema)
  const usage = model.collection as unknown as mongo.Collection<StoredUsage>
  return {
    /** recipe 12: the sum of a day in place of an older one, never of a later one. */
    async set(userId: string, { day, ...figures }: DayUsage, fence: number): Promise<void> {
      const _id = `${userId}:${dayName(day)}`
      try {
        await usage.updateOne(
          { _id, userId, fence: { $lt: fence } },
          { $set: { day, ...figures, fence } },
          { upsert: true },
        )
      } catch (error) {
        // There is one, and its fence is not lower.
        if (!isDuplicate(error)) throw error
      }
    },
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions(usage, { userId })
    },
    /** The days of a range that have a sum, its end excluded. */
    between: (userId: string, from: Date, until: Date): Promise<DayUsage[]> =>
      usage
        .find({ userId, day: { $gte: from, $lt: until } }, { projection: { _id: 0, userId: 0, fence: 0 } })
        .sort({ day: 1 })
        .toArray(),
  }
}
