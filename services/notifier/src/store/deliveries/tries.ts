import type { StopReason } from '@utter/contracts/http/webhooks'
import type { mongo } from 'mongoose'
import { type Attempt, type Delivery, isOfJob, type LeasedDelivery, maxAttemptsKept } from '../../domain/delivery.ts'
import type { Deliveries } from './schema.ts'

/** A pending delivery: what was seen of it. */
export type PendingDelivery = Pick<Delivery, '_id' | 'userId' | 'receiver'> & { nextAttemptAt: Date }
/** The outcome of a try: the next one, or the delivery's end. */
export type DeliveryOutcome = { status: 'pending'; nextAttemptAt: Date } | { status: 'delivered' | 'failed' }

/** In the words of a range, by which the index of pending ones is chosen. */
const anyDate = { $gte: new Date(0) }
const pendingFields = { userId: 1, receiver: 1, nextAttemptAt: 1 } as const
/** No try is under way any more, and none follows. */
const ended = { nextAttemptAt: 1, leasedUntil: 1, body: 1 } as const

/** The reads and updates of tries. The lease guards each update: a delivery that was taken over is not changed. */
export const tries = (deliveries: Deliveries) => {
  const underLease = ({ _id, userId, leasedUntil }: LeasedDelivery) => ({ _id, userId, leasedUntil })
  const update = async (delivery: LeasedDelivery, change: mongo.UpdateFilter<Delivery>): Promise<Delivery | null> =>
    deliveries.findOneAndUpdate(underLease(delivery), change, { returnDocument: 'after' })
  return {
    /** The first pending deliveries of a receiver; those whose try is under way have the dates of their leases. */
    pendingOf: (receiver: string, limit: number): Promise<PendingDelivery[]> =>
      deliveries
        .find({ receiver, nextAttemptAt: anyDate }, { projection: pendingFields })
        .sort({ nextAttemptAt: 1 })
        .limit(limit)
        .toArray() as unknown as Promise<PendingDelivery[]>,
    /** The ends of the leases of a receiver's tries, over all replicas, the first one first. */
    async inFlightOf(receiver: string, now: Date, limit: number): Promise<Date[]> {
      const found = await deliveries
        .find({ receiver, leasedUntil: { $gt: now } }, { projection: { leasedUntil: 1 } })
        .sort({ leasedUntil: 1 })
        .limit(limit)
        .toArray()
      return found.map(({ leasedUntil }) => leasedUntil as Date)
    },
    /** The first pending delivery of the next receiver, in the order of their names. @param after the one before */
    pendingAfter: (after: string): Promise<PendingDelivery | null> =>
      deliveries.findOne(
        { receiver: { $gt: after }, nextAttemptAt: anyDate },
        { projection: pendingFields, sort: { receiver: 1, nextAttemptAt: 1 } },
      ) as unknown as Promise<PendingDelivery | null>,
    /**
     * Takes a delivery for one try: it is due again when the lease is over, unless what became of the try is recorded before.
     * @param until drawn to the millisecond, so it names the lease. Null: another process has it
     */
    lease: ({ _id, userId, nextAttemptAt }: PendingDelivery, until: Date): Promise<LeasedDelivery | null> =>
      deliveries.findOneAndUpdate(
        { _id, userId, nextAttemptAt },
        { $set: { nextAttemptAt: until, leasedUntil: until } },
        { returnDocument: 'after' },
      ) as Promise<LeasedDelivery | null>,
    /** Keeps the bytes that every try sends. @returns false: the lease is over, or the job or work is forgotten */
    async keepBody(delivery: LeasedDelivery, body: string): Promise<boolean> {
      return (await deliveries.updateOne(underLease(delivery), { $set: { body } })).matchedCount === 1
    },
    /** Null: the lease is over, or the job or work is forgotten. */
    record: (
      delivery: LeasedDelivery,
      url: string,
      attempt: Attempt,
      outcome: DeliveryOutcome,
    ): Promise<Delivery | null> =>
      update(delivery, {
        $set: {
          url,
          status: outcome.status,
          firstAttemptAt: delivery.firstAttemptAt ?? attempt.at,
          // Jobs counts the tries of its jobs alone.
          ...(isOfJob(delivery) && { unpublishedSince: attempt.at }),
          ...(outcome.status === 'delivered' && { deliveredAt: attempt.at }),
          ...(outcome.status === 'pending' && { nextAttemptAt: outcome.nextAttemptAt }),
        },
        $unset: outcome.status === 'pending' ? { leasedUntil: 1 } : ended,
        $push: { attempts: { $each: [attempt], $slice: -maxAttemptsKept } },
        $inc: { attempted: 1, version: 1 },
      }),
    /** Nothing was sent: it is tried later. */
    async postpone(delivery: LeasedDelivery, nextAttemptAt: Date): Promise<void> {
      await update(delivery, { $set: { nextAttemptAt }, $unset: { leasedUntil: 1 } })
    },
    async stop(delivery: LeasedDelivery, reason: StopReason): Promise<void> {
      await update(delivery, { $set: { status: 'stopped', reason }, $unset: ended })
    },
    /**
     * Stops pending deliveries of an account, so many at a time.
     * @param which all, or those to the account's own webhook @returns how many there were
     */
    async stopPending(userId: string, which: { isOwn?: false }, reason: StopReason, limit: number): Promise<number> {
      const found = await deliveries
        .find(
          { userId, status: 'pending', ...(which.isOwn === false && { isOwn: { $ne: true } }) },
          { projection: { _id: 1 } },
        )
        .limit(limit)
        .toArray()
      await deliveries.updateMany(
        { userId, _id: { $in: found.map(({ _id }) => _id) }, status: 'pending' },
        { $set: { status: 'stopped', reason }, $unset: ended },
      )
      return found.length
    },
  }
}
