import { type Delivery, receiverOf } from '../../domain/delivery.ts'
import type { ReceiverStore } from '../receivers.ts'
import type { Deliveries } from './schema.ts'

/** A new row of tries, from the first one on. */
const again = (now: Date) => ({
  $set: { status: 'pending' as const, nextAttemptAt: now },
  $unset: { firstAttemptAt: 1, reason: 1, leasedUntil: 1 } as const,
})
/** Excludes deleted jobs and works: a repeat reads them again, so that the address of its audio is valid. */
const ofWhatExists = { reason: { $nin: ['job_deleted' as const, 'work_deleted' as const] } }

/** Repeats of deliveries that an owner requests. */
export const repeats = (deliveries: Deliveries, receivers: Pick<ReceiverStore, 'makeDue'>) => ({
  /** Tries it at once. Null: a try is under way, its job or work was deleted, or there is no such delivery. */
  async resend(userId: string, id: string, now: Date): Promise<Delivery | null> {
    const delivery = await deliveries.findOneAndUpdate(
      { _id: id, userId, leasedUntil: { $exists: false }, ...ofWhatExists },
      again(now),
      { returnDocument: 'after' },
    )
    if (delivery) await receivers.makeDue([receiverOf(delivery)], now)
    return delivery
  },
  /** Oldest first, so many at a time; one whose try is recorded meanwhile is left as it is. @returns how many */
  async recover(userId: string, since: Date, until: Date, limit: number, which: { isOwn?: true }): Promise<number> {
    let count = 0
    for (const status of ['failed', 'stopped'] as const) {
      const found = await deliveries
        .find(
          {
            userId,
            status,
            createdAt: { $gte: since, $lte: until },
            ...ofWhatExists,
            ...(which.isOwn && { isOwn: { $ne: false } }),
          },
          { projection: { receiver: 1, userId: 1 } },
        )
        .sort({ createdAt: 1 })
        .limit(limit - count)
        .toArray()
      const changed = await deliveries.updateMany(
        { userId, _id: { $in: found.map(({ _id }) => _id) }, status, ...ofWhatExists },
        again(until),
      )
      const keys = new Map(found.map((one) => [one.receiver, receiverOf(one)]))
      await receivers.makeDue([...keys.values()], until)
      count += changed.modifiedCount
      if (count >= limit) break
    }
    return count
  },
})
