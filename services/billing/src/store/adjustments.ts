import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/** A refund or a credit that the operator gives: an intent first, then Stripe's object. It is kept, also when the account is deleted. */
export type Adjustment = {
  /** Made of what is given and why: the same command gives it once. Stripe's idempotency key as well. */
  _id: string
  kind: 'refund' | 'credit'
  userId: string
  customerId: string
  cents: number
  currency: string
  reason: string
  /** The person at the operator's keyboard. */
  by: string
  at: Date
  /** The invoice that is refunded, by its number, and its payment. */
  invoice?: string
  paymentIntent?: string
  /** The subscription that ends with it. */
  subscriptionId?: string
  /** Once it is made. */
  stripeId?: string
  /** The customer's bank has not taken it. */
  failedAt?: Date
}
export type AdjustmentStore = Awaited<ReturnType<typeof openAdjustments>>

export async function openAdjustments(connection: Connection) {
  const schema = new Schema<Adjustment>(
    {
      _id: String,
      kind: String,
      userId: String,
      customerId: String,
      cents: Number,
      currency: String,
      reason: String,
      by: String,
      at: Date,
      invoice: String,
      paymentIntent: String,
      subscriptionId: String,
      stripeId: String,
      failedAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ at: -1 })
  schema.index({ userId: 1, at: -1 })
  const model = await openModel(connection, 'adjustments', schema)
  return {
    read: (id: string) => model.findById(id).lean<Adjustment | null>(),
    /** The intent of its key: this one, or the one that another process was quicker to store. */
    async intend(adjustment: Adjustment): Promise<Adjustment> {
      await model.create(adjustment).catch(unlessThere)
      return model.findById(adjustment._id).orFail().lean<Adjustment>()
    },
    async made(id: string, stripeId: string): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { stripeId } })
    },
    async failed(id: string, now: Date): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { failedAt: now } })
    },
    /** Stripe has refused it, so nothing was given. */
    async drop(id: string): Promise<void> {
      await model.deleteOne({ _id: id, stripeId: { $exists: false } })
    },
    /** The latest ones, newest first. */
    latest: (userId: string | undefined, limit: number) =>
      model
        .find(userId === undefined ? {} : { userId })
        .sort({ at: -1 })
        .limit(limit)
        .lean<Adjustment[]>(),
  }
}
