import type { TierName } from '@utter/contracts/plans'
import { openModel, unlessThere } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, Schema } from 'mongoose'
import { planBegins, type Subscription } from '../domain/subscription.ts'

export type SubscriptionStore = Awaited<ReturnType<typeof openSubscriptions>>

export async function openSubscriptions(connection: Connection) {
  const schema = new Schema<Subscription>(
    {
      _id: String,
      tier: String,
      status: String,
      signedUpAt: Date,
      periodStart: Date,
      periodEnd: Date,
      version: Number,
      unpublishedSince: Date,
    },
    { versionKey: false },
  )
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  const model = await openModel(connection, 'subscriptions', schema)
  /** A new account's free plan. It is not published: every consumer takes an account without a plan for free. */
  async function begin(userId: string, signedUpAt: Date): Promise<void> {
    await model.create({ _id: userId, tier: 'free', status: 'active', signedUpAt, version: 0 }).catch(unlessThere)
  }
  return {
    begin,
    /** Also for an account whose `account-state` was not consumed yet: the operator may be quicker than Kafka. */
    async setPlan(userId: string, signedUpAt: Date, tier: TierName, now: Date): Promise<Subscription> {
      await begin(userId, signedUpAt)
      const fields = planBegins(tier, now)
      return model
        .findOneAndUpdate(
          { _id: userId },
          {
            $set: { ...fields, unpublishedSince: now },
            $inc: { version: 1 },
            ...(fields.periodStart ? {} : { $unset: { periodStart: 1, periodEnd: 1 } }),
          },
          { returnDocument: 'after' },
        )
        .orFail()
        .lean<Subscription>()
    },
    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}
