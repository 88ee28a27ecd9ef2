import type { StopReason } from '@utter/contracts/http/webhooks'
import type { mongo } from 'mongoose'
import { type Attempt, type Delivery, type LeasedDelivery, maxAttemptsKept } from '../../domain/delivery.ts'
import type { Deliveries } from './schema.ts'

/** A delivery that may be leased: what was seen of it. */
export type DueDelivery = Pick<Delivery, '_id' | 'userId' | 'receiver'> & { nextAttemptAt: Date }
/** Accounts and receivers that have as many tries in flight as they may. */
export type Busy = { userIds: string[]; receivers: string[] }
/** The outcome of a try: the next one, or the delivery's end. */
export type DeliveryOutcome = { status: 'pending'; nextAttemptAt: Date } | { status: 'delivered' | 'failed' }

/** No try is under way any more, and none follows. */
const ended = { nextAttemptAt: 1, leasedUntil: 1, body: 1 } as const

/** The reads and updates of tries. The lease guards each update: a delivery that was taken over is not changed. */
export const tries = (deliveries: Deliveries) => {
  const underLease = ({ _id, userId, leasedUntil }: LeasedDelivery) => ({ _id, userId, leasedUntil })
  const update = async (delivery: LeasedDelivery, change: mongo.UpdateFilter<Delivery>): Promise<Delivery | null> =>
    deliveries.findOneAndUpdate(underLease(delivery), change, { returnDocument: 'after' })
  return {
    /** Deliveries to be tried, the longest overdue first, those whose process has died included. */
    due: (now: Date, limit: number, { userIds, receivers }: Busy): Promise<DueDelivery[]> =>
      deliveries
        .find(
          {
            nextAttemptAt: { $lte: now },
            userId: { $nin: userIds },
            receiver: { $nin: receivers },
          },
          { projection: { userId: 1, receiver: 1, nextAttemptAt: 1 } },
        )
        .sort({ nextAttemptAt: 1 })
        .limit(limit)
        .toArray() as unknown as Promise<DueDelivery[]>,
    /**
     * Takes a delivery for one try: it is due again when the lease is over, unless what became of the try is recorded before.
     * @param until drawn to the millisecond, so it names the lease. Null: another process has it
     */
    lease: ({ _id, userId, nextAttemptAt }: DueDelivery, until: Date): Promise<LeasedDelivery | null> =>
      deliveries.findOneAndUpdate(
        { _id, userId, nextAttemptAt },
        { $set: { nextAttemptAt: until, leasedUntil: until } },
        { returnDocument: 'after' },
      ) as Promise<LeasedDelivery | null>,
    /** Keeps the bytes that every try sends. @returns false: the lease is over, or the job is forgotten */
    async keepBody(delivery: LeasedDelivery, body: string): Promise<boolean> {
      return (await deliveries.updateOne(underLease(delivery), { $set: { body } })).matchedCount === 1
    },
    /** Null: the lease is over, or the job is forgotten. */
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
          unpublishedSince: attempt.at,
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
