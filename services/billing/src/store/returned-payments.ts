import type { Model } from 'mongoose'
import type { LostDispute, Subscription } from '../domain/subscription.ts'

/** Disputes that an account has lost; past it the oldest makes room. */
const maxLostDisputes = 20

/** Writes about payments that were given back: by lost disputes, and by refunds. */
export const returnedPayments = (model: Model<Subscription>) => ({
  /** @returns false when it is there already */
  async addLostDispute(userId: string, dispute: LostDispute): Promise<boolean> {
    const filter = { _id: userId, 'lostDisputes.id': { $ne: dispute.id } }
    const added = { $each: [dispute], $slice: -maxLostDisputes }
    return (await model.updateOne(filter, { $push: { lostDisputes: added } })).modifiedCount === 1
  },
  /** The subscription that a lost dispute ends has ended. */
  async disputeApplied(userId: string, { id }: LostDispute): Promise<void> {
    const filter = { _id: userId, 'lostDisputes.id': id }
    await model.updateOne(filter, { $unset: { 'lostDisputes.$.subscriptionId': 1 } })
  },
  /** Lets an account buy again. @returns how many lost disputes it had that were not forgiven */
  async forgive(userId: string, now: Date): Promise<number> {
    const before = await model.findOneAndUpdate(
      { _id: userId, lostDisputes: { $exists: true } },
      { $set: { 'lostDisputes.$[one].forgivenAt': now } },
      { arrayFilters: [{ 'one.forgivenAt': { $exists: false } }] },
    )
    return before?.lostDisputes?.filter(({ forgivenAt }) => !forgivenAt).length ?? 0
  },
  /** Whether all payments are given back, by the version that was read before Stripe was asked. Null: there is a newer one. */
  setPaidBack: ({ _id, version }: Subscription, is: boolean, now: Date): Promise<Subscription | null> =>
    model
      .findOneAndUpdate(
        { _id, version },
        {
          $set: { unpublishedSince: now, ...(is && { isPaidBack: true }) },
          $inc: { version: 1 },
          ...(!is && { $unset: { isPaidBack: 1 } }),
        },
        { returnDocument: 'after' },
      )
      .lean<Subscription | null>()
      .exec(),
})
