import { randomInt } from 'node:crypto'
import { shortened } from '@utter/runtime/shortened'
import type { mongo } from 'mongoose'

type Document = mongo.Document
type Filter<T> = mongo.Filter<T>
type UpdateFilter<T> = mongo.UpdateFilter<T>

export type DueOptions<Held extends Document> = {
  /** The date of each document, on which its collection has an index. */
  field: string
  /** Documents are due whose date is this one or before. */
  dueBy: Date
  now: Date
  limit: number
  /** A further filter, for which the collection has an index. */
  where?: Filter<Held>
  /** Time for which no other replica gets them, in ms; up to a sixth is added at random. */
  leaseMs: number
  /** Ids that are left out. */
  besides?: string[]
  /** The fields that are read of each document; all when absent. */
  projection?: Record<string, 0 | 1>
  /** Fields that `instead` goes by, read before the lease. */
  seen?: Record<string, 1>
  /** An update in place of the lease, for a document that needs no sweep: its guard is added to the date that was read. */
  instead?(found: Held): { guard: Filter<Held>; update: UpdateFilter<Held> }
  /** Fields that go with the lease. */
  unset?(found: Held): Record<string, 1>
}
/** `found` counts all that were due, those of other replicas included: as many as the limit means that there may be more. */
export type Due<Held> = { found: number; leased: Held[] }

/**
 * Documents whose date is over, the oldest first, each for one replica: the date is moved forward if it is still the one that was read.
 * The new date is drawn to the millisecond, so it identifies the lease's owner; two replicas that draw the same at the
 * same time act twice, which every act of a sweep tolerates. The document of a replica that died is due again when the
 * lease is over.
 */
export async function leaseDue<Held extends Document & { _id: string; userId?: string }>(
  collection: mongo.Collection<Held>,
  { field, dueBy, now, limit, where, leaseMs, besides = [], projection, seen, instead, unset }: DueOptions<Held>,
): Promise<Due<Held>> {
  const found = (await collection
    .find(
      { ...where, [field]: { $lte: dueBy }, ...(besides.length > 0 && { _id: { $nin: besides } }) } as Filter<Held>,
      {
        projection: { userId: 1, [field]: 1, ...seen },
      },
    )
    .sort({ [field]: 1 })
    .limit(limit)
    .toArray()) as Held[]
  if (found.length === 0) return { found: 0, leased: [] }
  const until = new Date(now.getTime() + shortened(leaseMs + randomInt(Math.ceil(leaseMs / 6))))
  const updateOf = (one: Held, guard: Filter<Held>, update: UpdateFilter<Held>) => ({
    updateOne: { filter: { ...keyOf(one), [field]: one[field], ...guard } as Filter<Held>, update },
  })
  await collection.bulkWrite(
    found.flatMap((one) => {
      const other = instead?.(one)
      const gone = unset?.(one)
      const lease = {
        $set: { [field]: until },
        ...(gone && Object.keys(gone).length > 0 && { $unset: gone }),
      } as unknown as UpdateFilter<Held>
      return [...(other ? [updateOf(one, other.guard, other.update)] : []), updateOf(one, where ?? {}, lease)]
    }),
    { ordered: false },
  )
  const place = new Map(found.map(({ _id }, index) => [_id, index]))
  const leased = (await collection
    .find(
      {
        _id: { $in: found.map(({ _id }) => _id) },
        ...(found[0]?.userId !== undefined && { userId: { $in: found.map(({ userId }) => userId) } }),
        [field]: until,
      } as unknown as Filter<Held>,
      projection && { projection },
    )
    .toArray()) as Held[]
  // By ids they come in the order of an index, which says nothing about their age.
  leased.sort((one, other) => (place.get(one._id) ?? 0) - (place.get(other._id) ?? 0))
  return { found: found.length, leased }
}

/** With the shard key, where a document has one. */
const keyOf = ({ _id, userId }: { _id: string; userId?: string }) => ({ _id, ...(userId !== undefined && { userId }) })
