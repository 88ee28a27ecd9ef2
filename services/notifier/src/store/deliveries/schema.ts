import { type mongo, Schema } from 'mongoose'
import type { Delivery } from '../../domain/delivery.ts'

/** The native collection: it takes the same filters, and mongoose's typed wrappers cost more. */
export type Deliveries = mongo.Collection<Delivery>

/** The document of a delivery, and the indexes that answer its store's queries. */
export function deliverySchema(): Schema<Delivery> {
  const schema = new Schema<Delivery>(
    {
      _id: String,
      userId: String,
      jobId: String,
      workId: String,
      chapterId: String,
      noticeId: String,
      noticeType: String,
      revision: Number,
      pausedFor: String,
      at: Date,
      outcome: String,
      url: String,
      isOwn: Boolean,
      receiver: String,
      status: String,
      reason: String,
      createdAt: Date,
      nextAttemptAt: Date,
      leasedUntil: Date,
      firstAttemptAt: Date,
      body: String,
      attempts: [Schema.Types.Mixed],
      attempted: Number,
      deliveredAt: Date,
      version: Number,
      unpublishedSince: Date,
      traceId: String,
      spanId: String,
    },
    { versionKey: false },
  )
  // Lists: a sort is taken from an index only if all its keys are in it, in their order.
  schema.index({ userId: 1, jobId: 1, createdAt: -1, _id: -1 })
  schema.index(
    { userId: 1, workId: 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { workId: { $exists: true } } },
  )
  schema.index({ userId: 1, createdAt: -1, _id: -1 })
  schema.index({ userId: 1, status: 1, createdAt: -1, _id: -1 })
  // A receiver's own: the first ones that are pending, and those whose try is under way.
  schema.index(
    { receiver: 1, nextAttemptAt: 1 },
    { partialFilterExpression: { nextAttemptAt: { $exists: true } }, name: 'pending' },
  )
  schema.index(
    { receiver: 1, leasedUntil: 1 },
    { partialFilterExpression: { leasedUntil: { $exists: true } }, name: 'in flight' },
  )
  // Counts of what is due. A version that does not know receivers yet looks for it by the other fields.
  schema.index(
    { nextAttemptAt: 1, userId: 1, receiver: 1 },
    { partialFilterExpression: { nextAttemptAt: { $exists: true } }, name: 'due' },
  )
  schema.index({ createdAt: 1 })
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  return schema
}
