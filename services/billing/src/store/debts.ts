import { isDuplicate, openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/**
 * An invoice of a deleted account that was never paid, or a dispute that it has lost, by Stripe's ids: nothing in it names a person. Without a
 * currency it is in dollars.
 */
export type Debt = { _id: string; userId: string; customerId: string; cents: number; currency?: string; at: Date }
export type DebtStore = Awaited<ReturnType<typeof openDebts>>

export async function openDebts(connection: Connection) {
  const schema = new Schema<Debt>(
    { _id: String, userId: String, customerId: String, cents: Number, currency: String, at: Date },
    { versionKey: false },
  )
  schema.index({ at: -1 })
  const model = await openModel(connection, 'debts', schema)
  return {
    /** @returns false when it is there already */
    async add(debt: Debt): Promise<boolean> {
      try {
        await model.create(debt)
        return true
      } catch (error) {
        if (!isDuplicate(error)) throw error
        return false
      }
    },
    /** The latest ones, newest first. */
    latest: (limit: number) => model.find().sort({ at: -1 }).limit(limit).lean<Debt[]>(),
  }
}
