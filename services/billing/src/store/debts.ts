import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/** An invoice of a deleted account that was never paid, by Stripe's ids: nothing in it names a person. Without a currency it is in dollars. */
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
    async add(debt: Debt): Promise<void> {
      await model.create(debt).catch(unlessThere)
    },
    /** The latest ones, newest first. */
    latest: (limit: number) => model.find().sort({ at: -1 }).limit(limit).lean<Debt[]>(),
  }
}
