import { openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { Pace, Receiver } from '../domain/receiver.ts'

export type ReceiverStore = Awaited<ReturnType<typeof openReceivers>>
type Key = Pick<Receiver, '_id' | 'userId'>
type Released = { pace?: Pace | undefined; nextAttemptAt?: Date | undefined }

/** The receivers to which deliveries are pending. Their dates agree with the deliveries' own only as far as is needed. */
export async function openReceivers(connection: Connection) {
  const schema = new Schema<Receiver>(
    {
      _id: String,
      userId: String,
      nextDueAt: Date,
      isSlow: Boolean,
      isResponsive: Boolean,
      isFull: Boolean,
      rev: Number,
    },
    { versionKey: false },
  )
  // Receivers of accounts that have enough in flight are passed over within the index.
  schema.index({ isSlow: 1, nextDueAt: 1, userId: 1 })
  const model = await openModel(connection, 'receivers', schema)
  const receivers = model.collection as unknown as mongo.Collection<Receiver>
  const held = ({ _id, nextDueAt }: Receiver) => ({ _id, nextDueAt })

  const makeDue = async (keys: Key[], at: Date): Promise<void> => {
    if (keys.length === 0) return
    await receivers.bulkWrite(
      keys.flatMap(({ _id, userId }): mongo.AnyBulkWriteOperation<Receiver>[] => [
        // A look that is under way may have read before the delivery was there: it looks again.
        {
          updateOne: {
            filter: { _id },
            update: { $inc: { rev: 1 }, $setOnInsert: { userId, isSlow: false } },
            upsert: true,
          },
        },
        { updateOne: { filter: { _id, isFull: { $ne: true } }, update: { $min: { nextDueAt: at } } } },
      ]),
    )
  }

  return {
    /** Called after a pending delivery was written: its receiver is looked at by then. */
    makeDue,
    /** Receivers to be looked at, the longest overdue first. @param busy accounts that are left out */
    due: (isSlow: boolean, now: Date, limit: number, busy: string[]): Promise<Receiver[]> =>
      receivers
        .find({ isSlow, nextDueAt: { $lte: now }, userId: { $nin: busy } })
        .sort({ nextDueAt: 1 })
        .limit(limit)
        .toArray(),
    read: (ids: string[]): Promise<Receiver[]> => receivers.find({ _id: { $in: ids } }).toArray(),
    /**
     * Takes a receiver for a look: no other replica looks at it before the lease is over.
     * @param until drawn to the millisecond, so it names the look. Null: another process has it
     */
    beginLook: (seen: Receiver, until: Date): Promise<Receiver | null> =>
      receivers.findOneAndUpdate(held(seen), { $set: { nextDueAt: until, isFull: true } }, { returnDocument: 'after' }),
    /** Sets what a look has found. Undefined: nothing is pending. */
    async endLook(
      look: Receiver,
      found: Required<Pick<Receiver, 'nextDueAt' | 'isFull'>> | undefined,
      now: Date,
    ): Promise<void> {
      const asSeen = { ...held(look), rev: look.rev }
      const isUnchanged = found
        ? (
            await receivers.updateOne(asSeen, {
              $set: { nextDueAt: found.nextDueAt },
              ...(!found.isFull && { $unset: { isFull: 1 } }),
            })
          ).matchedCount === 1
        : (await receivers.deleteOne(asSeen)).deletedCount === 1
      // A delivery that the look did not see came meanwhile. A receiver that was released is due already.
      if (!isUnchanged) await receivers.updateOne(held(look), { $set: { nextDueAt: now } })
    },
    /**
     * A try has ended, so its place is free.
     * @param pace if it changed @param nextAttemptAt of its delivery, if that is tried again
     * @returns whether deliveries waited for the place
     */
    async release(key: Key, now: Date, { pace, nextAttemptAt }: Released): Promise<boolean> {
      const { _id } = key
      const { matchedCount } = await receivers.updateOne(
        { _id, isFull: true },
        { $set: { nextDueAt: now, ...pace }, $unset: { isFull: 1 } },
      )
      if (matchedCount === 1) return true
      if (pace) await receivers.updateOne({ _id }, { $set: pace })
      if (nextAttemptAt) await makeDue([key], nextAttemptAt)
      return false
    },
    /** Known by every replica while the try that shows it is under way. */
    async setSlow({ _id }: Key): Promise<void> {
      await receivers.updateOne({ _id }, { $set: { isSlow: true } })
    },
    /** Its own webhook is named as the account is; the hosts of its jobs begin so, with a space. */
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions(receivers, { _id: { $gte: userId, $lt: `${userId}!` } })
    },
  }
}
