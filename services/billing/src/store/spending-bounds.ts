import type { Model } from 'mongoose'
import type { Subscription } from '../domain/subscription.ts'

/** Writes of what the limit on overage of an account may be, which is published. */
export function spendingBounds(model: Model<Subscription>) {
  /** Null: it is so already, or there is no such account. */
  const change = (filter: object, fields: object, now: Date): Promise<Subscription | null> =>
    model
      .findOneAndUpdate(
        filter,
        { $set: { ...fields, unpublishedSince: now }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Subscription | null>()
      .exec()
  return {
    savePaid: (userId: string, cents: number, now: Date) =>
      change({ _id: userId, 'paid.cents': { $ne: cents } }, { paid: { cents, at: now } }, now),
    saveTrust: (userId: string, dollars: number, now: Date) => change({ _id: userId }, { trust: dollars }, now),
  }
}
