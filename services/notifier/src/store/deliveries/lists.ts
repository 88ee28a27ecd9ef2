import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import type { Cursor } from '@utter/http/pages'
import { deleteInPortions } from '@utter/storage/portions'
import type { Delivery } from '../../domain/delivery.ts'
import type { ReceiverStore } from '../receivers.ts'
import type { Deliveries } from './schema.ts'

export type DeliveryFilter = {
  jobId?: string | undefined
  workId?: string | undefined
  status?: DeliveryStatus | undefined
}
/** A delivery without what it sends. */
export type ListedDelivery = Omit<Delivery, 'body'>

const withoutBody = { projection: { body: 0 } } as const

/** Reads for views and metrics, and removals. */
export const lists = (deliveries: Deliveries, receivers: Pick<ReceiverStore, 'removeOf'>) => ({
  read: (userId: string, id: string): Promise<ListedDelivery | null> =>
    deliveries.findOne({ _id: id, userId }, withoutBody),
  /** With the bytes of its tries, as long as they are kept. */
  readWhole: (userId: string, id: string): Promise<Delivery | null> => deliveries.findOne({ _id: id, userId }),
  /** Newest first. @param before the last row of the page before */
  page: (
    userId: string,
    { jobId, workId, status }: DeliveryFilter,
    limit: number,
    before?: Cursor,
  ): Promise<ListedDelivery[]> =>
    deliveries
      .find(
        {
          userId,
          ...(jobId !== undefined && { jobId }),
          ...(workId !== undefined && { workId }),
          // A job has one delivery, and a work few, so no index has both.
          ...(status !== undefined && { status: (jobId ?? workId) === undefined ? status : { $in: [status] } }),
          // The bound at which the index is entered; the rest separates deliveries of the same millisecond.
          ...(before && {
            createdAt: { $lte: before.at },
            $or: [{ createdAt: { $lt: before.at } }, { createdAt: before.at, _id: { $lt: before.id } }],
          }),
        },
        withoutBody,
      )
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .toArray(),
  /** How many are due, counted up to a bound, and since when the first of them is. */
  async dueAt(now: Date, bound: number): Promise<{ count: number; oldest: Date | undefined }> {
    const due = { nextAttemptAt: { $lte: now } }
    const [count, first] = [
      await deliveries.countDocuments(due, { limit: bound }),
      await deliveries.findOne(due, { projection: { nextAttemptAt: 1 }, sort: { nextAttemptAt: 1 } }),
    ]
    return { count, oldest: first?.nextAttemptAt }
  },
  /**
   * Removes what a deleted job or work has left here: the body that is still to be sent, and what receivers answered, which may repeat it. A try that is
   * under way is not recorded any more.
   */
  async forget(userId: string, about: { jobId: string } | { workId: string }): Promise<void> {
    await deliveries.updateMany({ userId, ...about }, { $set: { attempts: [] }, $unset: { body: 1 } })
    const reason = 'jobId' in about ? 'job_deleted' : 'work_deleted'
    await deliveries.updateMany(
      { userId, ...about, status: { $in: ['pending', 'failed', 'stopped'] } },
      { $set: { status: 'stopped', reason }, $unset: { nextAttemptAt: 1, leasedUntil: 1 } },
    )
  },
  async removeOf(userId: string): Promise<void> {
    await deleteInPortions(deliveries, { userId })
    await receivers.removeOf(userId)
  },
  /** The oldest of those that were made before this time. @returns how many were removed */
  async removeBefore(before: Date, limit: number): Promise<number> {
    const found = await deliveries
      .find({ createdAt: { $lt: before } }, { projection: { userId: 1 } })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray()
    if (found.length === 0) return 0
    const removals = found.map(({ _id, userId }) => ({ deleteOne: { filter: { _id, userId } } }))
    return (await deliveries.bulkWrite(removals, { ordered: false })).deletedCount
  },
})
